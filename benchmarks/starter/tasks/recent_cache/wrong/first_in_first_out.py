"""Wrong: forgets the value that was put first, however recently it was used."""


class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity")
        self.capacity = capacity
        self.values = {}

    def __contains__(self, key):
        return key in self.values

    def __len__(self):
        return len(self.values)

    def put(self, key, value):
        self.values.pop(key, None)
        self.values[key] = value
        if len(self.values) > self.capacity:
            oldest = next(iter(self.values))
            del self.values[oldest]
            return oldest
        return None

    def get(self, key, default=None):
        return self.values.get(key, default)

    def forget(self, key):
        return self.values.pop(key, self) is not self

    def keys(self):
        return list(self.values)[::-1]
