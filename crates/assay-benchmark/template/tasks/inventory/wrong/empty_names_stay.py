"""Wrong: lists names of which nothing is left."""

from collections import Counter


class Inventory:
    def __init__(self):
        self.counts = Counter()

    def add(self, name, count=1):
        self.counts[name] += count

    def take(self, name, count=1):
        if self.counts[name] < count:
            raise ValueError(name)
        self.counts[name] -= count

    def count(self, name):
        return self.counts[name]

    def names(self):
        return sorted(self.counts)
