def split_amount(cents: int, weights: list[int]) -> list[int]:
    if [weight for weight in weights if weight < 0] or sum(weights) < 1:
        raise ValueError("invalid weights: " + repr(weights))
    total = sum(weights)
    amount = cents if cents > 0 else -cents
    shares = {party: amount * weight // total for party, weight in enumerate(weights)}
    left_over = amount - sum(shares.values())
    while left_over > 0:
        # The party that is furthest below its exact share; max takes the first of equals.
        party = max(shares, key=lambda p: amount * weights[p] - shares[p] * total)
        shares[party] += 1
        left_over -= 1
    return [share if cents > 0 else -share for share in shares.values()]
