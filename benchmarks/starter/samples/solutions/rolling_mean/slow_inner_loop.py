def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("window must be positive")
    means = []
    start = 0
    while start + window <= len(readings):
        total = 0.0
        known = 0
        for i in range(start, start + window):
            if type(readings[i]) == float:
                total += readings[i]
                known += 1
        if known > 0:
            means.append(total / known)
        else:
            means.append(None)
        start += 1
    return means
