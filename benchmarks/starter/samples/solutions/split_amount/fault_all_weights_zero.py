def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights:
        raise ValueError("weights must not be empty")
    for weight in weights:
        if weight < 0:
            raise ValueError("weights must not be negative")

    total = sum(weights)
    amount = abs(cents)
    shares = []
    fractions = []
    for index, weight in enumerate(weights):
        shares.append(amount * weight // total)
        fractions.append((-(amount * weight % total), index))
    for _, index in sorted(fractions)[: amount - sum(shares)]:
        shares[index] += 1
    return [-share for share in shares] if cents < 0 else shares
