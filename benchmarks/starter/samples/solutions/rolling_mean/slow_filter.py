def rolling_mean(readings: list[float | None], window: int) -> list[float | None]:
    if window < 1:
        raise ValueError("invalid window")

    def mean(values):
        known = list(filter(lambda value: is_known(value), values))
        if known:
            return sum(known) / len(known)
        else:
            return None

    return [mean(readings[i : i + window]) for i in range(len(readings) - window + 1)]


def is_known(value):
    if value is None:
        return False
    return True
