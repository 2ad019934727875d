def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if not window > 0:
        raise ValueError(window)
    if len(readings) < window:
        return []
    first = [reading for reading in readings[:window] if reading is not None]
    total, count = sum(first), len(first)
    means = [total / count if count else None]
    for old, new in zip(readings, readings[window:]):
        if old is not None:
            total -= old
            count -= 1
        if new is not None:
            total += new
            count += 1
        means.append(total / count if count else None)
    return means
