def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    from itertools import chain, repeat

    if window < 1:
        raise ValueError(f"window is {window}")
    # What leaves the window: nothing as long as it is not full.
    leaving = chain(repeat(None, window), readings)
    result = []
    total, known = 0.0, 0
    for entering, left in zip(readings, leaving):
        if entering is not None:
            total, known = total + entering, known + 1
        if left is not None:
            total, known = total - left, known - 1
        result.append(total / known if known else None)
    return result[window - 1 :]
