from collections import deque


class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.order = deque()
        self.values = {}
        self.newest_first = lambda keys: list(reversed(keys))

    def __contains__(self, key):
        if key in self.values:
            return True
        return False

    def __len__(self):
        return len(self.values)

    def put(self, key, value):
        forgotten = None
        if key in self.values:
            self.order.remove(key)
        elif len(self.values) == self.capacity:
            forgotten = self.order.popleft()
            del self.values[forgotten]
        self.order.append(key)
        self.values[key] = value
        return forgotten

    def get(self, key, default=None):
        if key not in self.values:
            return default
        self.order.remove(key)
        self.order.append(key)
        return self.values[key]

    def forget(self, key):
        if key not in self.values:
            return False
        self.order.remove(key)
        del self.values[key]
        return True

    def keys(self):
        return self.newest_first(self.order)
