class RecentCache:
    """A plain dict keeps its insertion order, so a use takes an entry out and in again."""

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f"invalid capacity: {capacity}")
        self._capacity = capacity
        self._entries: dict = {}

    def put(self, key, value):
        self._entries.pop(key, None)
        self._entries[key] = value
        forgotten = None
        if len(self._entries) > self._capacity:
            forgotten = next(iter(self._entries))
            del self._entries[forgotten]
        return forgotten

    def get(self, key, default=None):
        if key not in self._entries:
            return default
        value = self._entries.pop(key)
        self._entries[key] = value
        return value

    def forget(self, key) -> bool:
        if key not in self._entries:
            return False
        del self._entries[key]
        return True

    def keys(self) -> list:
        return list(reversed(self._entries))

    def __contains__(self, key) -> bool:
        return key in self._entries

    def __len__(self) -> int:
        return len(self._entries)
