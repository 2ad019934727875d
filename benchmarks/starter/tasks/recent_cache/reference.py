"""A cache of the values that were used last."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any


class RecentCache:
    """Keeps at most `capacity` values."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"a capacity of {capacity}")
        self._capacity = capacity
        # From the one that has not been used for longest to the one that was used last.
        self._values: OrderedDict[Hashable, Any] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def put(self, key: Hashable, value: Any) -> Hashable | None:
        """Keep a value; return the key that is forgotten for it."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._capacity:
            return self._values.popitem(last=False)[0]
        return None

    def get(self, key: Hashable, default: Any = None) -> Any:
        """Return a key's value."""
        if key not in self._values:
            return default
        self._values.move_to_end(key)
        return self._values[key]

    def forget(self, key: Hashable) -> bool:
        """Remove a value; return whether it was there."""
        if key not in self._values:
            return False
        del self._values[key]
        return True

    def keys(self) -> list[Hashable]:
        """Return the keys, the one that was used last first."""
        return list(reversed(self._values))
