from collections import OrderedDict


class RecentCache:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self.data = OrderedDict()

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data

    def put(self, key, value):
        self.data[key] = value
        self.data.move_to_end(key)
        if len(self.data) <= self.capacity:
            return None
        oldest, _ = self.data.popitem(last=False)
        return oldest

    def get(self, key, default=None):
        if key in self.data:
            self.data.move_to_end(key)
        return self.data.get(key, default)

    def forget(self, key):
        found = key in self.data
        self.data.pop(key, None)
        return found

    def keys(self):
        return list(self.data)[::-1]
