import math


class RunningStats:
    """Sums of the distances from the first number, so that they stay small."""

    def __init__(self) -> None:
        self.count = 0
        self._origin = 0.0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        if math.isinf(value) or math.isnan(value):
            raise ValueError(f"not finite: {value}")
        if self.count == 0:
            self._origin = value
        distance = value - self._origin
        self.count += 1
        self._sum += distance
        self._squares += distance * distance

    def merge(self, other: "RunningStats") -> None:
        if not self.count:
            self._origin = other._origin
        # The other's distances, from this origin.
        shift = other._origin - self._origin
        self._squares += other._squares + 2 * shift * other._sum + other.count * shift * shift
        self._sum += other._sum + other.count * shift
        self.count += other.count

    def mean(self) -> float:
        if not self.count:
            raise ValueError("there are no numbers")
        return self._origin + self._sum / self.count

    def variance(self) -> float:
        if self.count <= 1:
            raise ValueError("there are too few numbers")
        return (self._squares - self._sum * self._sum / self.count) / (self.count - 1)
