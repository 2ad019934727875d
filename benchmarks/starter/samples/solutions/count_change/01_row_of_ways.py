def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0:
        raise ValueError("amount must not be negative")
    seen = set()
    for coin in coins:
        if coin <= 0 or coin in seen:
            raise ValueError(f"invalid coin: {coin}")
        seen.add(coin)

    ways = [0] * (amount + 1)
    ways[0] = 1
    for coin in coins:
        for value in range(coin, amount + 1):
            ways[value] += ways[value - coin]
    return ways[amount]
