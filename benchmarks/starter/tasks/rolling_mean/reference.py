"""Means over a moving window."""


def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    """Return the mean of every `window` readings in a row."""
    if window < 1:
        raise ValueError(f"a window of {window} readings")
    means: list[float | None] = []
    total, count = 0.0, 0
    for place, reading in enumerate(readings):
        if reading is not None:
            total += reading
            count += 1
        if place >= window:
            leaving = readings[place - window]
            if leaving is not None:
                total -= leaving
                count -= 1
        if place >= window - 1:
            means.append(total / count if count else None)
    return means
