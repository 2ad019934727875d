"""Mean and variance by Welford's method."""

import math


class RunningStats:
    """Mean and variance of numbers that come one after the other."""

    def __init__(self) -> None:
        self.count = 0
        self._mean = 0.0
        # The sum of the squares of the distances from the mean.
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Take a number in."""
        if not math.isfinite(value):
            raise ValueError(f"no number: {value}")
        self.count += 1
        distance = value - self._mean
        self._mean += distance / self.count
        self._squares += distance * (value - self._mean)

    def merge(self, other: "RunningStats") -> None:
        """Take in what another one has taken in."""
        count = self.count + other.count
        if not count:
            return
        distance = other._mean - self._mean
        self._squares += other._squares + distance**2 * self.count * other.count / count
        self._mean += distance * other.count / count
        self.count = count

    def mean(self) -> float:
        """Return the mean."""
        if not self.count:
            raise ValueError("no numbers")
        return self._mean

    def variance(self) -> float:
        """Return the sample variance."""
        if self.count < 2:
            raise ValueError("fewer than two numbers")
        return self._squares / (self.count - 1)
