"""Wrong: divides by the window, so that a missing reading counts as zero."""


def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("window")
    means = []
    for start in range(len(readings) - window + 1):
        known = [value for value in readings[start : start + window] if value is not None]
        means.append(sum(known) / window if known else None)
    return means
