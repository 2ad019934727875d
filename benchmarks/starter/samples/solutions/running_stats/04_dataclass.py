from dataclasses import dataclass
from math import isfinite


@dataclass
class RunningStats:
    count: int = 0
    center: float = 0.0
    variation: float = 0.0

    def _require(self, least: int) -> None:
        if self.count < least:
            raise ValueError(f"{self.count} numbers, but {least} are needed")

    def add(self, value: float) -> None:
        if not isfinite(value):
            raise ValueError(value)
        number = self.count + 1
        step = (value - self.center) / number
        self.variation += step * step * number * self.count
        self.center += step
        self.count = number

    def merge(self, other: "RunningStats") -> None:
        both = self.count + other.count
        if both == 0:
            return
        apart = other.center - self.center
        self.variation += other.variation + apart**2 * (self.count * other.count / both)
        self.center = self.center + apart * (other.count / both)
        self.count = both

    def mean(self) -> float:
        self._require(1)
        return self.center

    def variance(self) -> float:
        self._require(2)
        return self.variation / (self.count - 1)
