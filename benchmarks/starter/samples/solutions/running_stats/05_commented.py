from math import isfinite


class RunningStats:
    def __init__(self):
        # The number of the values
        self.count = 0
        # The mean of the values
        self.middle = 0.0
        # The sum of the squares
        self.spread = 0.0

    def add(self, value):
        if not isfinite(value):
            raise ValueError("not a number")
        # Update the number of values
        self.count += 1
        difference = value - self.middle
        # Update the mean of values
        self.middle += difference / self.count
        # Update the spread of values
        self.spread += difference * (value - self.middle)

    def merge(self, other):
        if other.count == 0:
            return
        both = self.count + other.count
        difference = other.middle - self.middle
        # Update the mean of the values
        self.middle += difference * other.count / both
        # Update the spread of the values
        self.spread += other.spread + difference**2 * self.count * other.count / both
        # Update the number of the values
        self.count = both

    def mean(self):
        if self.count == 0:
            raise ValueError("no values")
        return self.middle

    def variance(self):
        if self.count < 2:
            raise ValueError("too few values")
        return self.spread / (self.count - 1)
