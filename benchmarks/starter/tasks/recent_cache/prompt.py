from collections.abc import Hashable
from typing import Any


class RecentCache:
    """Keeps the values that were used last, and forgets the others.

    RecentCache(capacity) keeps at most `capacity` values; raises ValueError if that is
    below one.

    put(key, value) keeps a value, in place of an older one of the same key. If there are
    too many now, the one that has not been used for longest is forgotten: put returns its
    key, and None otherwise. get(key, default=None) returns a key's value, or the default.
    Both are uses of the key; `key in cache` and len(cache) are none.

    forget(key) removes a value and returns whether it was there. keys() lists the keys,
    the one that was used last first.
    """

    def __init__(self, capacity: int) -> None: ...

    def put(self, key: Hashable, value: Any) -> Hashable | None: ...

    def get(self, key: Hashable, default: Any = None) -> Any: ...

    def forget(self, key: Hashable) -> bool: ...

    def keys(self) -> list[Hashable]: ...
