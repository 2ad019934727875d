def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("window must be positive")
    result = []
    for start in range(len(readings) - window + 1):
        chunk = readings[start:start + window]
        chunk = [value for value in chunk if value is not None]
        if len(chunk) == 0:
            result.append(None)
            continue
        sum = 0.0
        for value in chunk:
            sum += value
        result.append(sum / len(chunk))
    return result
