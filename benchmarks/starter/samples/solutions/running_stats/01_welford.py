from math import isfinite


class RunningStats:
    def __init__(self):
        self.count = 0
        self.average = 0.0
        self.m2 = 0.0

    def add(self, value):
        if not isfinite(value):
            raise ValueError("value must be finite")
        self.count += 1
        delta = value - self.average
        self.average += delta / self.count
        self.m2 += delta * (value - self.average)

    def merge(self, other):
        if other.count == 0:
            return
        total = self.count + other.count
        delta = other.average - self.average
        self.average += delta * other.count / total
        self.m2 += other.m2 + delta * delta * self.count * other.count / total
        self.count = total

    def mean(self):
        if self.count == 0:
            raise ValueError("no values yet")
        return self.average

    def variance(self):
        if self.count < 2:
            raise ValueError("at least two values are needed")
        return self.m2 / (self.count - 1)
