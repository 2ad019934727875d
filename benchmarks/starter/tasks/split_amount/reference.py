"""Splits amounts of money without losing a cent."""


def split_amount(cents: int, weights: list[int]) -> list[int]:
    """Return one share of `cents` per weight; the shares add up to `cents`."""
    total = sum(weights)
    if any(weight < 0 for weight in weights):
        raise ValueError("a weight is negative")
    if total == 0:
        raise ValueError("no weight is above zero")

    amount = abs(cents)
    shares = [amount * weight // total for weight in weights]

    # Sorting is stable: equal fractions stay in the order of the list. All fractions have
    # the same denominator, so their numerators can be compared.
    by_fraction = sorted(
        range(len(weights)), key=lambda party: -(amount * weights[party] % total)
    )
    for party in by_fraction[: amount - sum(shares)]:
        shares[party] += 1

    return [-share for share in shares] if cents < 0 else shares
