"""Tests of cheapest_path."""


def check(candidate):
    # One cell, one row, one column.
    assert candidate([[7]]) == 7
    assert candidate([[0]]) == 0
    assert candidate([[None]]) is None
    assert candidate([[1, 2, 3]]) == 6
    assert candidate([[1], [2], [4]]) == 7
    assert candidate([[1, None, 3]]) is None

    # Which way is cheaper.
    assert candidate([[1, 9], [2, 1]]) == 4
    assert candidate([[1, 2], [9, 1]]) == 4
    assert candidate([[1, 3, 1], [1, 5, 1], [4, 2, 1]]) == 7
    # The cheapest next cell does not lead to the cheapest path.
    assert candidate([[0, 1, 9, 9], [2, 9, 9, 9], [2, 0, 0, 0]]) == 4
    assert candidate([[0, 0, 0], [0, 8, 0]]) == 0

    # Cells that cannot be entered.
    assert candidate([[1, None], [2, 3]]) == 6
    assert candidate([[1, 2], [None, 3]]) == 6
    assert candidate([[1, None], [None, 3]]) is None
    assert candidate([[None, 1], [1, 1]]) is None
    assert candidate([[1, 1], [1, None]]) is None
    assert candidate([[1, 1, None], [None, 5, 1], [2, None, 4]]) == 12
    assert candidate([[4, None, 0], [1, None, 0], [1, 1, None]]) is None
    # No steps up or to the left.
    assert candidate([[1, None, 1, 1], [1, 1, 1, None], [None, None, 5, 1]]) == 10
    assert candidate([[1, 1, 1], [None, None, 1], [1, 1, 1], [1, None, None], [1, 1, 1]]) is None

    # The grid stays as it is.
    grid = [[3, None], [1, 2]]
    candidate(grid)
    assert grid == [[3, None], [1, 2]]

    # A large grid with a cheap lane along two sides, and dear cells within.
    size = 130
    large = [[5 + (row * column) % 7 for column in range(size)] for row in range(size)]
    for row in large:
        row[0] = 2
    large[-1] = [1] * size
    assert candidate(large) == 2 * (size - 1) + size
    # Where the lane is closed, the path has to go on over dear cells.
    large[65][0] = None
    assert candidate(large) == 611

    # Errors.
    for refused in [
        [],
        [[]],
        [[], []],
        [[1, 2], [3]],
        [[1], [2, 3]],
        [[1, -1]],
        [[-2]],
        [[None, 1], [1, -9]],
    ]:
        try:
            candidate(refused)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {refused}"
