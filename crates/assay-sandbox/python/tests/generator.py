"""Random plain values, with aliases and cycles, from a seeded source."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import math
import random
from typing import Any

_TEXTS = ("", "a", "ä", "\ud800", "\ud83d\ude00", "😀", "\0", "long " * 50)
_NUMBERS = (0, -1, 2**63, -(2**63), -(2**63) - 1, 10**400, True, None, 0.0, -0.0, math.inf, 1e-320, math.nan, 1 - 2j)


class Values:
    """Draws values; ``made`` are the containers so far, so that some are met again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.made: list[Any] = []

    def value(self, depth: int = 4) -> Any:
        choice = self._random.random()
        if self.made and choice < 0.15:
            return self._random.choice(self.made)
        if depth == 0 or choice < 0.4:
            return self._leaf()
        value = self._random.choice((self._sequence, self._mapping, self._hashables))(depth - 1)
        self.made.append(value)
        return value

    def _many(self) -> range:
        return range(self._random.randrange(5))

    def _leaf(self) -> Any:
        draw = self._random
        return draw.choice(
            (
                draw.choice(_TEXTS),
                draw.choice(_NUMBERS),
                draw.random(),
                float("nan"),
                bytes(draw.randrange(256) for _ in self._many()),
                range(draw.randrange(9), draw.randrange(10**30), draw.randrange(1, 9)),
                decimal.Decimal(draw.choice(("1.10", "-0", "NaN", "Infinity", "1e-999", "sNaN5"))),
                fractions.Fraction(draw.randrange(-99, 99), draw.randrange(1, 99)),
                datetime.date(draw.randrange(1, 9999), 2, 3),
                datetime.datetime(2020, 1, draw.randrange(1, 28), fold=draw.randrange(2)),
                datetime.time(1, 2, 3, draw.randrange(10**6), datetime.timezone(datetime.timedelta(minutes=draw.randrange(900)))),
                datetime.timedelta(draw.randrange(-9, 9), 5, 7),
                draw.choice((..., NotImplemented)),
            )
        )

    def _hashable(self, depth: int) -> Any:
        kind = self._random.randrange(4) if depth > 0 else 0
        if kind == 1:
            return tuple(self._hashable(depth - 1) for _ in self._many())
        if kind == 2:
            return frozenset(self._hashable(depth - 1) for _ in self._many())
        leaf = self._leaf()
        return "signalling" if isinstance(leaf, decimal.Decimal) and leaf.is_snan() else leaf

    def _sequence(self, depth: int) -> Any:
        target: Any = self._random.choice((list, collections.deque))()
        self.made.append(target)  # it may come to contain itself
        target.extend(self.value(depth) for _ in self._many())
        return self._random.choice((target, tuple(target), [target], iter(list(target)), bytearray(b"ab")))

    def _mapping(self, depth: int) -> Any:
        factory = self._random.choice((None, int, list))
        kinds = (dict, collections.OrderedDict, lambda: collections.defaultdict(factory), collections.Counter)
        target: Any = self._random.choice(kinds)()
        self.made.append(target)
        for _ in self._many():
            target[self._hashable(2)] = self.value(depth)
        return self._random.choice((target, target, dict(target).keys(), dict(target).items()))

    def _hashables(self, depth: int) -> Any:
        return self._random.choice((set, frozenset, tuple))(self._hashable(depth) for _ in self._many())
