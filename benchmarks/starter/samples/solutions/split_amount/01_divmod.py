def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights or any(weight < 0 for weight in weights) or sum(weights) == 0:
        raise ValueError("weights must not be empty, negative or all zero")

    sign = -1 if cents < 0 else 1
    amount = abs(cents)
    total = sum(weights)

    shares = []
    remainders = []
    for weight in weights:
        share, remainder = divmod(amount * weight, total)
        shares.append(share)
        remainders.append(remainder)

    # Hand out the cents that are left over, largest remainder first.
    left = amount - sum(shares)
    order = sorted(range(len(weights)), key=lambda i: (-remainders[i], i))
    for i in order[:left]:
        shares[i] += 1

    return [sign * share for share in shares]
