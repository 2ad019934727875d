"""Tests of peak_sessions."""


def check(candidate):
    # None, one, and one for the whole week.
    assert candidate([]) == (0, 0, 10079)
    assert candidate([(60, 120)]) == (1, 60, 119)
    assert candidate([(0, 10080)]) == (1, 0, 10079)
    assert candidate([(10079, 10080)]) == (1, 10079, 10079)
    assert candidate([(0, 1)]) == (1, 0, 0)

    # Overlapping, nested, equal.
    assert candidate([(60, 120), (90, 150)]) == (2, 90, 119)
    assert candidate([(10, 100), (40, 50), (20, 80)]) == (3, 40, 49)
    assert candidate([(5, 6), (5, 6), (5, 6)]) == (3, 5, 5)

    # Touching sessions are not open together, in any order.
    assert candidate([(60, 120), (120, 180)]) == (1, 60, 179)
    assert candidate([(120, 180), (60, 120)]) == (1, 60, 179)
    assert candidate([(0, 10), (0, 10), (10, 20), (10, 20), (10, 15)]) == (3, 10, 14)

    # The peak is reached twice: its first and its last minute.
    assert candidate([(100, 200), (150, 160), (300, 400), (399, 500)]) == (2, 150, 399)
    assert candidate([(7, 9), (3, 5)]) == (1, 3, 8)

    # The list stays as it is.
    given = [(30, 40), (10, 35)]
    candidate(given)
    assert given == [(30, 40), (10, 35)]

    # A busy week: at every even minute a session for half an hour, three times over.
    busy = [(start, start + 30) for start in range(0, 10050, 2)] * 3
    busy += [(5000, 5040), (5039, 5041), (7000, 7040)]
    assert candidate(busy) == (47, 5039, 5039)

    # Errors.
    for refused in [
        [(5, 5)],
        [(6, 5)],
        [(-1, 5)],
        [(10079, 10081)],
        [(1, 2), (3, 1), (4, 5)],
    ]:
        try:
            candidate(refused)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {refused}"
