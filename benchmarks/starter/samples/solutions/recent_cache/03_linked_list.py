class RecentCache:
    """A ring of entries [previous, next, key, value], and a dict to find them."""

    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("there is no room")
        self._room = capacity
        self._ring = []
        self._ring[:] = [self._ring, self._ring, None, None]
        self._found = {}

    def _unlink(self, entry):
        before, after = entry[0], entry[1]
        before[1] = after
        after[0] = before

    def _link_last(self, entry):
        last = self._ring[0]
        entry[0], entry[1] = last, self._ring
        last[1] = self._ring[0] = entry

    def put(self, key, value):
        if key in self._found:
            entry = self._found[key]
            self._unlink(entry)
            entry[3] = value
            self._link_last(entry)
            return None
        self._found[key] = entry = [None, None, key, value]
        self._link_last(entry)
        if len(self._found) <= self._room:
            return None
        oldest = self._ring[1]
        self._unlink(oldest)
        del self._found[oldest[2]]
        return oldest[2]

    def get(self, key, default=None):
        entry = self._found.get(key)
        if entry is None:
            return default
        self._unlink(entry)
        self._link_last(entry)
        return entry[3]

    def forget(self, key):
        entry = self._found.pop(key, None)
        if entry is not None:
            self._unlink(entry)
        return entry is not None

    def keys(self):
        result = []
        entry = self._ring[0]
        while entry is not self._ring:
            result.append(entry[2])
            entry = entry[0]
        return result

    def __contains__(self, key):
        return key in self._found

    def __len__(self):
        return len(self._found)
