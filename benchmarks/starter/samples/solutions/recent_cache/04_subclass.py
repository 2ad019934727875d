from collections import OrderedDict


class RecentCache(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        if capacity < 1:
            raise ValueError("capacity")
        self.capacity = capacity

    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.capacity:
            return self.popitem(last=False)[0]
        return None

    def get(self, key, default=None):
        try:
            self.move_to_end(key)
        except KeyError:
            return default
        return self[key]

    def forget(self, key):
        try:
            del self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(reversed(self))
