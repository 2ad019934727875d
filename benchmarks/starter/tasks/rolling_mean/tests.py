"""Tests of rolling_mean."""

import math


def check(candidate):
    def close(found, expected):
        assert len(found) == len(expected)
        for one, other in zip(found, expected):
            if other is None:
                assert one is None
            else:
                assert isinstance(one, float)
                assert math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-6)

    # Windows of all sizes.
    close(candidate([1.0, 2.0, 4.0, 8.0], 1), [1.0, 2.0, 4.0, 8.0])
    close(candidate([1.0, 2.0, 4.0, 8.0], 2), [1.5, 3.0, 6.0])
    close(candidate([1.0, 2.0, 4.0, 8.0], 3), [7 / 3, 14 / 3])
    close(candidate([1.0, 2.0, 4.0, 8.0], 4), [3.75])
    close(candidate([1.0, 2.0, 4.0, 8.0], 5), [])
    close(candidate([], 1), [])

    # Signs, and sums that no float holds exactly.
    close(candidate([-1.5, 1.5, -2.5], 2), [0.0, -0.5])
    close(candidate([0.1] * 5, 3), [0.1, 0.1, 0.1])
    close(candidate([1e6, -1e6, 0.25, 0.5], 2), [0.0, -499999.875, 0.375])

    # Missing readings are no zeros, wherever they are.
    close(candidate([None, 2.0, None, 4.0, 0.0], 3), [2.0, 3.0, 2.0])
    close(candidate([None, None, 3.0, None, None], 2), [None, 3.0, 3.0, None])
    close(candidate([None], 1), [None])
    close(candidate([5.0, None, 0.0], 1), [5.0, None, 0.0])
    close(candidate([0.0, None, 0.0, None, None, 7.0], 2), [0.0, 0.0, 0.0, None, 7.0])

    # The list stays as it is.
    readings = [3.0, None, 1.0]
    candidate(readings, 2)
    assert readings == [3.0, None, 1.0]

    # Three weeks of readings, a minute apart: a slope with a gap every eleventh minute.
    weeks = [None if place % 11 == 5 else place / 8 for place in range(30240)]
    means = candidate(weeks, 8)
    assert len(means) == 30233
    for place in range(0, 30233, 1501):
        known = [reading for reading in weeks[place : place + 8] if reading is not None]
        assert math.isclose(means[place], math.fsum(known) / len(known), rel_tol=1e-9)

    # Errors.
    for window in (0, -1):
        try:
            candidate([1.0, 2.0], window)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {window}"
