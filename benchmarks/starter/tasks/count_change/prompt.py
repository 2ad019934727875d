def count_change(amount: int, coins: list[int]) -> int:
    """Return in how many ways coins can add up to an amount.

    There are as many coins of each value in `coins` as are needed. Two ways are the same
    if they have the same coins, whatever their order. Nothing adds up to zero in one way:
    no coins.

    Raises ValueError if the amount is negative, if a coin is not above zero, or if a
    value is named twice.

    >>> count_change(10, [1, 5, 10])
    4
    """
