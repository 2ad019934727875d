"""Counts the ways to give change."""


def count_change(amount: int, coins: list[int]) -> int:
    """Return in how many ways `coins` add up to `amount`."""
    if amount < 0:
        raise ValueError(f"an amount of {amount}")
    if any(coin <= 0 for coin in coins):
        raise ValueError("a coin is not above zero")
    if len(set(coins)) < len(coins):
        raise ValueError("a coin is named twice")
    # For each amount, the number of ways with the coins so far.
    ways = [1] + [0] * amount
    for coin in coins:
        for total in range(coin, amount + 1):
            ways[total] += ways[total - coin]
    return ways[amount]
