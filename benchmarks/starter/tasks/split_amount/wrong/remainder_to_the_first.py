"""Wrong: gives the cents that are left over to the first parties, whatever the fractions."""


def split_amount(cents: int, weights: list[int]) -> list[int]:
    total = sum(weights)
    if total == 0 or min(weights) < 0:
        raise ValueError("bad weights")
    amount = abs(cents)
    shares = [amount * weight // total for weight in weights]
    for party in range(amount - sum(shares)):
        shares[party] += 1
    return shares if cents >= 0 else [-share for share in shares]
