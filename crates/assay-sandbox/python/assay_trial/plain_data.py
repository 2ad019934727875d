"""Plain data between two processes that do not trust each other: the rules that both directions share.

A message is a flat table of nodes, so depth costs nothing and shared or cyclic containers keep their identity:

* a *value* is a JSON scalar (``None``, ``bool``, ``int`` up to 64 bits, ``float``, ``str``) or ``[index]``, a node;
* a *node* is ``[tag, …]``; ``RULES`` in ``decoding`` lists every tag, and nothing else crosses;
* mutable containers may refer to any node; immutable ones only to mutable ones and to immutable ones that come
  before them in ``order``.

A mutable node may name an *origin*: the object of the earlier request that it is. The receiver then changes that
object in place, which is how a call's changes to its arguments come back. A NaN is treated as if it could be changed,
because its identity can be seen: ``[x] == [x]`` holds for the same NaN only.

Types are exact: a subclass of ``int`` is not an ``int``. Everything is iterative; size is capped. ``encoding`` writes,
``decoding`` reads, ``exceptions`` does both for what a call raises.
"""

from __future__ import annotations

import collections
from typing import Any, Callable

#: Elements drawn from a lazy iterable before the rest is given up.
DRAW_LIMIT = 65_536
#: Values in one message, all containers together.
VALUE_LIMIT = 4_000_000


class NotPlainData(BaseException):
    """The value cannot cross. Not an ``Exception``: a test must not be able to hide it."""


class MalformedValue(BaseException):
    """A received table that our own encoder never writes."""


class IteratorCut(BaseException):
    """A lazy iterable was read past the elements that were drawn from it."""


SCALARS = frozenset({type(None), bool, float})
MUTABLE: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    collections.deque: "deque",
    collections.Counter: "Counter",
    collections.OrderedDict: "OrderedDict",
    collections.defaultdict: "defaultdict",
}
#: What a defaultdict may make by itself.
FACTORIES: dict[str, Callable[[], Any]] = {
    kind.__name__: kind for kind in (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset)
}
_ORDERED: collections.OrderedDict[Any, Any] = collections.OrderedDict()
VIEWS: dict[type, str] = {
    type({}.keys()): "dict_keys",
    type({}.values()): "dict_values",
    type({}.items()): "dict_items",
    type(_ORDERED.keys()): "odict_keys",
    type(_ORDERED.values()): "odict_values",
    type(_ORDERED.items()): "odict_items",
}
SINGLETONS = {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}
