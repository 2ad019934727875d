def split_amount(cents: int, weights: list[int]) -> list[int]:
    """Split an amount of money, in cents, over several parties by their weights.

    The exact share of a party is cents * weight / (sum of all weights). Each party gets
    its exact share without the fraction of a cent. The cents that are then left over go,
    one each, to the parties whose fractions were largest; of parties with equal
    fractions, the one that comes first in the list gets a cent first.

    So the shares always add up to `cents`. A negative amount (a refund) is split like
    the positive one, with every share negated. The result is exact for amounts and
    weights of any size.

    Raises ValueError if there are no weights, if a weight is negative, or if all weights
    are zero. The list of weights is not changed.

    >>> split_amount(100, [1, 1, 1])
    [34, 33, 33]
    >>> split_amount(-100, [1, 2])
    [-33, -67]
    """
