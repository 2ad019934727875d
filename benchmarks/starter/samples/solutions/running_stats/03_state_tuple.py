import math


def combined(first, second):
    """Combine two states (count, mean, sum of squares), by Chan's formulas."""
    (count_a, mean_a, squares_a), (count_b, mean_b, squares_b) = first, second
    count = count_a + count_b
    if count == 0:
        return first
    delta = mean_b - mean_a
    mean = mean_a + delta * count_b / count
    return count, mean, squares_a + squares_b + delta * delta * count_a * count_b / count


class RunningStats:
    def __init__(self):
        self._state = (0, 0.0, 0.0)

    @property
    def count(self):
        return self._state[0]

    def add(self, value):
        if not math.isfinite(value):
            raise ValueError("infinite, or not a number")
        self._state = combined(self._state, (1, value, 0.0))

    def merge(self, other):
        self._state = combined(self._state, other._state)

    def mean(self):
        count, mean, _ = self._state
        if not count:
            raise ValueError("empty")
        return mean

    def variance(self):
        count, _, squares = self._state
        if count < 2:
            raise ValueError("variance needs two numbers")
        return squares / (count - 1)
