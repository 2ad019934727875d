"""Tests of split_amount."""


def check(candidate):
    # Nothing left over.
    assert candidate(100, [1]) == [100]
    assert candidate(100, [1, 1]) == [50, 50]
    assert candidate(120, [1, 2, 3]) == [20, 40, 60]

    # Equal fractions: the first parties get the cents.
    assert candidate(100, [1, 1, 1]) == [34, 33, 33]
    assert candidate(101, [1, 1, 1]) == [34, 34, 33]
    assert candidate(5, [7] * 10) == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]

    # Unequal fractions: the largest fraction, not the first party or the largest weight.
    assert candidate(100, [1, 2]) == [33, 67]
    assert candidate(10, [1, 6, 6]) == [1, 5, 4]
    assert candidate(10, [33, 33, 34]) == [3, 3, 4]
    assert candidate(7, [4, 3, 3]) == [3, 2, 2]
    assert candidate(1, [2, 3]) == [0, 1]
    # Two cents left over, for the fractions .9 and .6, not for .5.
    assert candidate(10, [26, 35, 39]) == [3, 3, 4]

    # Nobody pays for a weight of zero.
    assert candidate(100, [0, 1, 0, 2]) == [0, 33, 0, 67]
    assert candidate(1, [0, 1]) == [0, 1]

    # Nothing to split.
    assert candidate(0, [3, 4]) == [0, 0]

    # Refunds mirror charges.
    assert candidate(-100, [1, 1, 1]) == [-34, -33, -33]
    assert candidate(-100, [1, 2]) == [-33, -67]
    assert candidate(-1, [1, 1]) == [-1, 0]

    # Exact beyond what a float holds.
    large = 10**30 + 1
    assert candidate(large, [1, 1]) == [5 * 10**29 + 1, 5 * 10**29]
    assert candidate(10**17 + 1, [1, 2]) == [33333333333333334, 66666666666666667]
    assert candidate(9, [10**25, 2 * 10**25 + 1, 3]) == [3, 6, 0]

    # The shares add up, and are ints.
    for cents in range(-50, 51):
        shares = candidate(cents, [3, 0, 5, 11])
        assert sum(shares) == cents
        assert all(type(share) is int for share in shares)

    # The list of weights stays as it is.
    weights = [5, 1, 3]
    assert candidate(10, weights) == [6, 1, 3]
    assert weights == [5, 1, 3]

    # Errors, also for an amount of zero.
    for cents, refused in [
        (100, []),
        (100, [0, 0]),
        (0, []),
        (0, [0]),
        (100, [3, -1]),
        (100, [-1, -1]),
        (0, [1, -1]),
    ]:
        try:
            candidate(cents, refused)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {cents}, {refused}"
