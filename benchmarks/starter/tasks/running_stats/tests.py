from math import inf, isclose, nan


def filled(values):
    stats = RunningStats()
    for value in values:
        stats.add(value)
    return stats


def agrees(stats, count, mean, variance):
    return (
        stats.count == count
        and isclose(stats.mean(), mean, rel_tol=1e-9, abs_tol=1e-9)
        and isclose(stats.variance(), variance, rel_tol=1e-9, abs_tol=1e-9)
    )


def refused(call, *arguments):
    try:
        call(*arguments)
    except ValueError:
        return True
    return False


class TestNumbers:
    def test_a_few(self):
        assert agrees(filled([4, 7, 13, 16]), 4, 10, 30)
        assert agrees(filled([-1.5, 2.5]), 2, 0.5, 8)

    def test_equal_ones_do_not_vary(self):
        assert agrees(filled([3, 3, 3]), 3, 3, 0)

    def test_large_ones_that_lie_close_to_each_other(self):
        assert agrees(filled([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]), 4, 1e9 + 10, 30)

    def test_between_two_questions(self):
        stats = filled([1, 2])
        assert agrees(stats, 2, 1.5, 0.5)
        stats.add(6)
        assert agrees(stats, 3, 3, 7)

    def test_many(self):
        stats = filled(place % 1000 for place in range(24000))
        assert agrees(stats, 24000, 499.5, 1999998000 / 23999)


class TestTooFewNumbers:
    def test_none(self):
        stats = RunningStats()
        assert stats.count == 0
        assert refused(stats.mean)
        assert refused(stats.variance)

    def test_one(self):
        stats = filled([-8.25])
        assert (stats.count, stats.mean()) == (1, -8.25)
        assert refused(stats.variance)


class TestMerging:
    def test_two_parts_are_the_whole(self):
        stats, other = filled([4, 7]), filled([13, 16])
        assert stats.merge(other) is None
        assert agrees(stats, 4, 10, 30)
        assert agrees(other, 2, 14.5, 4.5)

    def test_unequal_parts(self):
        stats = filled([2, 4, 4, 4, 5, 5])
        stats.merge(filled([7, 9]))
        stats.add(5)
        assert agrees(stats, 9, 5, 4)

    def test_nothing_changes_nothing(self):
        stats = filled([1, 5])
        stats.merge(RunningStats())
        assert agrees(stats, 2, 3, 8)
        empty = RunningStats()
        empty.merge(stats)
        assert agrees(empty, 2, 3, 8)
        empty.add(12)
        assert (stats.count, empty.count) == (2, 3)

    def test_nothing_with_nothing(self):
        stats = RunningStats()
        stats.merge(RunningStats())
        assert stats.count == 0
        assert refused(stats.mean)

    def test_large_numbers(self):
        stats = filled([1e9 + 4, 1e9 + 7])
        stats.merge(filled([1e9 + 13, 1e9 + 16]))
        assert agrees(stats, 4, 1e9 + 10, 30)


def test_what_is_no_number_is_refused():
    stats = filled([1, 3])
    for value in (nan, inf, -inf):
        assert refused(stats.add, value)
    assert agrees(stats, 2, 2, 2)
