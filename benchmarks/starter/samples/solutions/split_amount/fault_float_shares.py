def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights or min(weights) < 0 or sum(weights) == 0:
        raise ValueError("invalid weights")
    sign = -1 if cents < 0 else 1
    amount = abs(cents)
    total = sum(weights)
    exact = [amount * weight / total for weight in weights]
    shares = [int(value) for value in exact]
    left = amount - sum(shares)
    order = sorted(range(len(weights)), key=lambda i: exact[i] - shares[i], reverse=True)
    for i in order[:left]:
        shares[i] += 1
    return [sign * share for share in shares]
