"""Wrong: uses each coin at most once."""


def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0 or any(coin < 1 for coin in coins) or len(set(coins)) != len(coins):
        raise ValueError("bad arguments")
    ways = [1] + [0] * amount
    for coin in coins:
        for total in range(amount, coin - 1, -1):
            ways[total] += ways[total - coin]
    return ways[amount]
