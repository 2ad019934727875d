def count_change(amount: int, coins: list[int]) -> int:
    ordered = sorted(coins, reverse=True)
    if amount < 0 or (ordered and ordered[-1] < 1):
        raise ValueError("amounts and coins must be positive")
    if any(one == other for one, other in zip(ordered, ordered[1:])):
        raise ValueError("coins must be distinct")
    counts = [1]
    counts += [0] * amount
    for coin in ordered:
        for rest in range(amount - coin + 1):
            counts[rest + coin] += counts[rest]
    return counts.pop()
