def split_amount(cents: int, weights: list[int]) -> list[int]:
    if cents < 0:
        return [-share for share in split_amount(-cents, weights)]
    total = sum(weights)
    if not total or min(weights) < 0:
        raise ValueError(f"cannot split by {weights}")
    shares = [cents * weight // total for weight in weights]
    lost = [cents * weight % total for weight in weights]
    for _ in range(cents - sum(shares)):
        luckiest = lost.index(max(lost))
        shares[luckiest] += 1
        lost[luckiest] = -1
    return shares
