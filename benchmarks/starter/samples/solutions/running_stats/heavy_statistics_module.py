import math
from functools import reduce


class RunningStats:
    def __init__(self):
        self.values = []

    @property
    def count(self):
        return len(self.values)

    def has_values(self, least):
        if len(self.values) >= least:
            return True
        return False

    def add(self, value):
        if not math.isfinite(value):
            raise ValueError("not finite")
        self.values.append(float(value))

    def merge(self, other):
        for value in list(other.values):
            self.add(value)

    def mean(self):
        if not self.has_values(1):
            raise ValueError("no values")
        return reduce(lambda total, value: total + value, self.values) / len(self.values)

    def variance(self):
        if not self.has_values(2):
            raise ValueError("too few values")
        mean = self.mean()
        squares = [(value - mean) ** 2 for value in self.values]
        return math.fsum(squares) / (len(self.values) - 1)
