class RecentCache:
    def __init__(self, capacity):
        if not capacity >= 1:
            raise ValueError("capacity has to be positive")
        self._most = capacity
        self._values = {}
        # The keys from the oldest use to the newest; the values of this dict mean nothing.
        self._order = {}

    def _use(self, key):
        self._order.pop(key, None)
        self._order[key] = True

    def get(self, key, default=None):
        if key in self._values:
            self._use(key)
            return self._values[key]
        return default

    def put(self, key, value):
        self._values[key] = value
        self._use(key)
        if len(self._values) > self._most:
            oldest = next(iter(self._order))
            self.forget(oldest)
            return oldest
        return None

    def forget(self, key):
        there = key in self._values
        if there:
            del self._values[key], self._order[key]
        return there

    def keys(self):
        return list(self._order)[::-1]

    def __len__(self):
        return len(self._values)

    def __contains__(self, key):
        return key in self._values
