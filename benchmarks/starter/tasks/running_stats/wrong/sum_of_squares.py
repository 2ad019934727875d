"""Wrong: subtracts two large sums, so that nothing is left of small differences."""

import math


class RunningStats:
    def __init__(self):
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value):
        if not math.isfinite(value):
            raise ValueError("value")
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other):
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self):
        if self.count == 0:
            raise ValueError("no values")
        return self.total / self.count

    def variance(self):
        if self.count < 2:
            raise ValueError("fewer than two")
        return (self.squares - self.total**2 / self.count) / (self.count - 1)
