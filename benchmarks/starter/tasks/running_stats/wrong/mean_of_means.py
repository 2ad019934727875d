"""Wrong: merges by adding the other's mean as one more number for each of its numbers."""

import math


class RunningStats:
    def __init__(self):
        self.count, self._mean, self._squares = 0, 0.0, 0.0

    def add(self, value):
        if not math.isfinite(value):
            raise ValueError("value")
        self.count += 1
        distance = value - self._mean
        self._mean += distance / self.count
        self._squares += distance * (value - self._mean)

    def merge(self, other):
        for _ in range(other.count):
            self.add(other._mean)

    def mean(self):
        if self.count == 0:
            raise ValueError("no values")
        return self._mean

    def variance(self):
        if self.count < 2:
            raise ValueError("fewer than two")
        return self._squares / (self.count - 1)
