"""Wrong: counts the same coins in another order as another way."""


def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0 or any(coin < 1 for coin in coins) or len(set(coins)) != len(coins):
        raise ValueError("bad arguments")
    ways = [1] + [0] * amount
    for total in range(1, amount + 1):
        ways[total] = sum(ways[total - coin] for coin in coins if coin <= total)
    return ways[amount]
