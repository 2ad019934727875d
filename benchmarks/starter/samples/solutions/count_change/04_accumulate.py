def count_change(amount: int, coins: list[int]) -> int:
    from itertools import accumulate

    if amount < 0:
        raise ValueError(amount)
    if min(coins, default=1) < 1:
        raise ValueError(min(coins))
    if sorted(set(coins)) != sorted(coins):
        raise ValueError("twice the same coin")
    ways = [int(value == 0) for value in range(amount + 1)]
    for coin in coins:
        if coin == 1:
            ways = list(accumulate(ways))
            continue
        for value, fewer in enumerate(range(amount - coin + 1), start=coin):
            ways[value] += ways[fewer]
    return ways[amount]
