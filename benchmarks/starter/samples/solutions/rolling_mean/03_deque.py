def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    from collections import deque

    if window < 1:
        raise ValueError("the window is too small")
    recent = deque()
    total, missing = 0.0, 0
    result = []
    for reading in readings:
        recent.append(reading)
        if reading is None:
            missing += 1
        else:
            total += reading
        if len(recent) == window:
            result.append(None if missing == window else total / (window - missing))
            first = recent.popleft()
            if first is None:
                missing -= 1
            else:
                total -= first
    return result
