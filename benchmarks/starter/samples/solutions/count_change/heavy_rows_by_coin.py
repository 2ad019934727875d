def count_change(amount: int, coins: list[int]) -> int:
    def valid(values):
        if len(set(values)) == len(values) and all(value > 0 for value in values):
            return True
        return False

    if amount < 0 or not valid(coins):
        raise ValueError("invalid arguments")
    start = lambda: [1] + [0] * amount
    rows = {0: start()}
    for number, coin in enumerate(coins, start=1):
        rows[number] = row = list(rows[number - 1])
        for total in range(coin, amount + 1):
            row[total] += row[total - coin]
    return rows[len(coins)][amount]
