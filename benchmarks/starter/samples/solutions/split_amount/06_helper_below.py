def split_amount(cents: int, weights: list[int]) -> list[int]:
    _check_weights(weights)
    shares = _split_positive(abs(cents), weights)
    if cents < 0:
        return [-share for share in shares]
    return shares


def _check_weights(weights: list[int]) -> None:
    if len(weights) == 0:
        raise ValueError("weights is empty")
    if any(weight < 0 for weight in weights):
        raise ValueError("weights has a negative entry")
    if all(weight == 0 for weight in weights):
        raise ValueError("weights are all zero")


def _split_positive(cents: int, weights: list[int]) -> list[int]:
    total = sum(weights)
    shares = [cents * weight // total for weight in weights]

    def fraction(index: int) -> int:
        return cents * weights[index] % total

    indexes = list(range(len(weights)))
    indexes.sort(key=fraction, reverse=True)
    for index in indexes[: cents - sum(shares)]:
        shares[index] += 1
    return shares
