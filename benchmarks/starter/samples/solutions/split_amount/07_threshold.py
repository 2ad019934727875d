def split_amount(cents: int, weights: list[int]) -> list[int]:
    if not weights or min(weights) < 0 or max(weights) == 0:
        raise ValueError("weights need a positive entry and no negative one")
    amount, total = abs(cents), sum(weights)
    remainders = [amount * weight % total for weight in weights]
    extra = sum(remainders) // total
    # Everyone above the threshold gets a cent, those who are exactly at it share the rest.
    threshold = sorted(remainders, reverse=True)[extra - 1] if extra else total
    at_threshold = extra - sum(remainder > threshold for remainder in remainders)
    shares = []
    for weight, remainder in zip(weights, remainders):
        share = amount * weight // total
        if remainder > threshold:
            share += 1
        elif remainder == threshold and at_threshold > 0:
            share += 1
            at_threshold -= 1
        shares.append(share if cents >= 0 else -share)
    return shares
