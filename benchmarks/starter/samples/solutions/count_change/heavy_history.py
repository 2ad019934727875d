def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0:
        raise ValueError("amount must not be negative")
    if len(set(coins)) != len(coins):
        raise ValueError("duplicate coins")
    for coin in coins:
        if coin <= 0:
            raise ValueError("coins must be positive")

    allWays = [[1] + [0] * amount]
    # Start with the smallest coin, and keep what every coin has changed.
    for nextCoin in sorted(coins):
        newWays = []
        lastWays = allWays[-1]
        for total in range(amount + 1):
            if total < nextCoin:
                newWays.append(lastWays[total])
            else:
                newWays.append(lastWays[total] + newWays[total - nextCoin])
        allWays.append(newWays)
    return allWays[-1][amount]
