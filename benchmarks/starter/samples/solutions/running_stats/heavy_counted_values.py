import math


class RunningStats:
    def __init__(self):
        self.numbers = {}
        self.count = 0

    def add(self, value):
        if not math.isfinite(value):
            raise ValueError("not finite")
        self.numbers[self.count] = value
        self.count += 1

    def merge(self, other):
        for number in list(other.numbers.values()):
            self.add(number)

    def mean(self):
        if self.count < 1:
            raise ValueError("no numbers")
        sum = 0.0
        for number in self.numbers.values():
            sum += number
        return sum / self.count

    def variance(self):
        if self.count < 2:
            raise ValueError("fewer than two numbers")
        mean = self.mean()
        sum = 0.0
        for number in self.numbers.values():
            sum += (number - mean) * (number - mean)
        return sum / (self.count - 1)
