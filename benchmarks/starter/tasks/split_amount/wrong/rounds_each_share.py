"""Wrong: rounds each share by itself, so that cents appear and disappear."""


def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights or min(weights) < 0 or sum(weights) == 0:
        raise ValueError("bad weights")
    total = sum(weights)
    return [round(cents * weight / total) for weight in weights]
