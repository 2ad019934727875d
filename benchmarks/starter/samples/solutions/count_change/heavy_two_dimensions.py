def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0:
        raise ValueError("amount must not be negative")
    if len(set(coins)) != len(coins):
        raise ValueError("duplicate coins")
    table = [[0] * (amount + 1) for _ in range(len(coins) + 1)]
    for row in table:
        row[0] = 1
    for i in range(1, len(coins) + 1):
        coin = coins[i - 1]
        if coin <= 0:
            raise ValueError("coins must be positive")
        else:
            above, row = table[i - 1], table[i]
            row[:coin] = above[:coin]
            for j in range(coin, amount + 1):
                row[j] = above[j] + row[j - coin]
    return table[len(coins)][amount]
