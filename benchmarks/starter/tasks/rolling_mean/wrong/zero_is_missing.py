"""Wrong: takes a reading of zero for a missing one."""


def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("window")
    means = []
    for start in range(len(readings) - window + 1):
        known = [value for value in readings[start : start + window] if value]
        means.append(sum(known) / len(known) if known else None)
    return means
