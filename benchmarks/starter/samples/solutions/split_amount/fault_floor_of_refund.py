def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights or any(weight < 0 for weight in weights) or sum(weights) == 0:
        raise ValueError("weights must not be empty, negative or all zero")
    total = sum(weights)
    # Floor division works for refunds as well: the remainder is never negative.
    shares = [cents * weight // total for weight in weights]
    remainders = [cents * weight % total for weight in weights]
    left = cents - sum(shares)
    order = sorted(range(len(weights)), key=lambda i: remainders[i], reverse=True)
    for i in order[:left]:
        shares[i] += 1
    return shares
