"""Plain data: round trips of random values, and random tables that must do no harm."""

from __future__ import annotations

import collections
import json
import math
import random
import types
import unittest
from typing import Any

from assay_trial.channel import _encode
from assay_trial.decoding import MALFORMED, RULES, Decoder
from assay_trial.encoding import Encoder
from assay_trial.plain_data import MalformedValue, NotPlainData
from tests.generator import Values

ROUND_TRIPS = 2_000
HOSTILE = 20_000
_LAZY = (types.GeneratorType, type(iter([])))
_PLAIN_ITEMS = (type({}.keys()), type({}.items()))


def message(value: Any) -> dict[str, Any]:
    encoder = Encoder()
    return {"value": encoder.encode(value), "nodes": encoder.nodes, "order": encoder.order}


def crossed(value: Any) -> Any:
    received = json.loads(_encode(message(value)))
    return Decoder(received["nodes"], received["order"], [], {}).value(received["value"])


def written(value: Any) -> str:
    """A hashable value as text, sets within it in one order."""
    if isinstance(value, (tuple, frozenset)):
        parts = [written(part) for part in value]
        return f"{type(value).__name__}({parts if isinstance(value, tuple) else sorted(parts)})"
    return f"{type(value).__name__} {value!a}"


class Same:
    """Whether two values are the same: types, content, order, and which parts are one object."""

    def __init__(self) -> None:
        self._pairs: dict[int, Any] = {}
        self._kept: list[Any] = []  # or else a view's passing tuples would lend their identity to the next ones

    def check(self, left: Any, right: Any) -> None:
        if isinstance(left, _LAZY):
            return  # drawn when it was written: compared where it is the whole value
        assert type(left) is type(right), (left, right)
        if isinstance(left, float) and left != left:
            return
        if not isinstance(left, (list, dict, set, bytearray, collections.deque, tuple, frozenset, *_PLAIN_ITEMS)):
            assert repr(left) == repr(right), (left, right)
            return
        if id(left) in self._pairs:
            assert self._pairs[id(left)] is right or left == () or left == frozenset(), "an alias is lost"
            return
        self._pairs[id(left)] = right
        self._kept.append(left)
        assert len(left) == len(right), (left, right)
        if isinstance(left, (set, frozenset, type({}.keys()))):
            assert sorted(map(written, left)) == sorted(map(written, right)), (left, right)
        elif isinstance(left, dict):
            assert [written(key) for key in left] == [written(key) for key in right]
            assert getattr(left, "default_factory", 0) is getattr(right, "default_factory", 0)
            for one, other in zip(list(left.values()), list(right.values()), strict=True):
                self.check(one, other)
        else:
            assert getattr(left, "maxlen", 0) == getattr(right, "maxlen", 0)
            for one, other in zip(list(left), list(right), strict=True):
                self.check(one, other)


class RoundTrips(unittest.TestCase):
    def test_random_values_arrive_as_they_were(self) -> None:
        kinds: collections.Counter[str] = collections.Counter()
        for seed in range(ROUND_TRIPS):
            value = Values(seed).value()
            kinds[type(value).__name__] += 1
            with self.subTest(seed=seed):
                Same().check(value, crossed(value))
        self.assertGreater(len(kinds), 15, kinds)

    def test_a_lazy_iterable_arrives_with_its_elements(self) -> None:
        self.assertEqual(list(crossed(n for n in range(5))), [0, 1, 2, 3, 4])

    def test_an_immutable_value_inside_a_cycle_arrives(self) -> None:
        inner: list[Any] = []
        outer = (inner,)
        inner.append((outer, frozenset([1])))
        arrived = crossed(outer)
        self.assertIs(arrived[0][0][0], arrived)

    def test_depth_costs_nothing(self) -> None:
        value: Any = None
        for number in range(100_000):
            value = ([value], (value,), {0: value}, iter([value]))[number % 3]
        arrived, depth = crossed(value), 0
        while arrived is not None:
            arrived, depth = arrived[0], depth + 1
        self.assertEqual(depth, 100_000)

    def test_origins_change_the_receivers_own_objects(self) -> None:
        mine, nan = [1], float("nan")
        theirs, their_nan = [1, 2], float("nan")
        encoder = Encoder({id(theirs): 0, id(their_nan): 1})
        form = encoder.encode({"a": theirs, "b": their_nan})
        arrived = Decoder(encoder.nodes, encoder.order, [mine, nan], {}).value(form)
        self.assertIs(arrived["a"], mine)
        self.assertIs(arrived["b"], nan)
        self.assertEqual(mine, [1, 2])
        self.assertIs(crossed(math.nan), math.nan)


def changed(draw: random.Random, part: Any) -> Any:
    """The part, changed in one random place."""
    if isinstance(part, list) and part and draw.random() < 0.8:
        place = draw.randrange(len(part))
        action = draw.randrange(5)
        if action == 0:
            return part[:place] + part[place + 1 :]
        if action == 1:
            return [*part[:place], part[place], *part[place:]]
        return [*part[:place], changed(draw, part[place]), *part[place + 1 :]]
    return draw.choice(
        (None, True, -1, 0, 1, 3, 2**70, 0.5, math.nan, "", "list", "x", "ff", "0x-1", "1e9", "é", [], [0], [1], [[0]], {}, {"bases": 1})
        + (draw.choice(RULES), [draw.choice(RULES), [], None, None], [draw.choice(RULES), [[0]]], draw.randrange(-3, 20))
        + ({"type": "E", "bases": ["ValueError", "nope", 3], "text": "t", "arguments": [1]},)
    )


class HostileTables(unittest.TestCase):
    def test_a_changed_table_decodes_or_is_refused(self) -> None:
        draw = random.Random(1)
        ends: collections.Counter[str] = collections.Counter()
        for case in range(HOSTILE):
            sound = json.loads(_encode(message(Values(case % 997).value(3))))
            for _ in range(draw.randrange(1, 4)):
                part = draw.choice(("nodes", "nodes", "order", "value"))
                sound[part] = changed(draw, sound[part])
            with self.subTest(case=case, table=sound):
                ends[self._read(sound)] += 1
        self.assertEqual(set(ends), {"decoded", "MalformedValue", "NotPlainData"} & set(ends) | {"decoded", "MalformedValue"})

    def _read(self, table: dict[str, Any]) -> str:
        try:
            value = Decoder(table["nodes"], table["order"], [[], {}, set()], {}).value(table["value"])
        except (MalformedValue, NotPlainData) as error:
            return type(error).__name__
        if isinstance(value, types.GeneratorType):
            try:
                collections.deque(value, maxlen=0)
            except BaseException:
                pass  # the sender's own exception, raised where it is read
        return "decoded"

    def test_a_value_hashed_too_deeply_is_refused(self) -> None:
        nodes = [["tuple", [[place - 1]] if place else []] for place in range(100_000)]
        nodes.append(["frozenset", [[99_999]]])
        with self.assertRaises(NotPlainData):
            Decoder(nodes, list(range(len(nodes))), [], {})

    def test_every_error_that_reading_may_raise_is_known(self) -> None:
        self.assertTrue(all(issubclass(kind, Exception) for kind in MALFORMED))
        for node in (["Decimal", "x"], ["Fraction", "1", "0"], ["timedelta", 10**30, 0, 0], ["deque", [], None, 2**80]):
            with self.subTest(node=node), self.assertRaises(MalformedValue):
                Decoder([node], [] if node[0] == "deque" else [0], [], {})
