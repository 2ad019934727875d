import math


class RunningStats:
    def __init__(self):
        self.allValues = []
        self.count = 0

    def add(self, value):
        if math.isnan(value) or math.isinf(value):
            raise ValueError("value must be a number")
        self.allValues.append(value)
        self.count += 1

    def merge(self, other):
        self.allValues.extend(other.allValues)
        self.count += other.count

    def mean(self):
        if self.count == 0:
            raise ValueError("no values")
        else:
            return sum(self.allValues) / self.count

    def variance(self):
        if self.count < 2:
            raise ValueError("at least two values are needed")
        else:
            meanValue = self.mean()
            sumOfSquares = 0.0
            for value in self.allValues:
                sumOfSquares += (value - meanValue) ** 2
            return sumOfSquares / (self.count - 1)
