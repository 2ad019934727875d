def count_change(amount: int, coins: list[int]) -> int:
    if amount < 0:
        raise ValueError("negative amount")
    if len(coins) != len(set(coins)) or not all(coin > 0 for coin in coins):
        raise ValueError("the coins are invalid")
    row = [1, *([0] * amount)]
    for coin in coins:
        # Amounts that differ by a multiple of the coin depend on each other.
        for start in range(min(coin, amount + 1)):
            running = 0
            for place in range(start, amount + 1, coin):
                running += row[place]
                row[place] = running
    return row[-1]
