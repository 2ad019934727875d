def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window <= 0:
        raise ValueError("window must be at least 1")

    means = []
    total = 0.0
    known = 0
    for index, value in enumerate(readings):
        if value is not None:
            total += value
            known += 1
        if index + 1 < window:
            continue
        means.append(total / known if known else None)
        # The oldest reading leaves before the next one enters.
        oldest = readings[index + 1 - window]
        if oldest is not None:
            total -= oldest
            known -= 1
    return means
