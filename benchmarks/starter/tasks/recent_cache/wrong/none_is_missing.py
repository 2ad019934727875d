"""Wrong: takes a value of None for a key that is not there."""

from collections import OrderedDict


class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity")
        self.capacity = capacity
        self.values = OrderedDict()

    def __contains__(self, key):
        return key in self.values

    def __len__(self):
        return len(self.values)

    def put(self, key, value):
        self.values[key] = value
        self.values.move_to_end(key)
        if len(self.values) > self.capacity:
            return self.values.popitem(last=False)[0]
        return None

    def get(self, key, default=None):
        value = self.values.get(key)
        if value is None:
            return default
        self.values.move_to_end(key)
        return value

    def forget(self, key):
        return self.values.pop(key, None) is not None

    def keys(self):
        return list(reversed(self.values))
