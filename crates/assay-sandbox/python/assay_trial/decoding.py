"""Reads plain data (see ``plain_data``) from a side that is not trusted."""

from __future__ import annotations

import collections
import enum
import importlib
import math
from typing import Any, Callable, Iterator

from assay_trial.exceptions import rebuild_exception
from assay_trial.plain_data import (
    DRAW_LIMIT,
    FACTORIES,
    MUTABLE,
    SCALARS,
    SINGLETONS,
    VALUE_LIMIT,
    VIEWS,
    IteratorCut,
    MalformedValue,
    NotPlainData,
)

#: Immutable containers within one another in something hashed. Hashing recurses in C, where nothing guards the stack.
_HASH_DEPTH = 20_000

#: Told about what a lazy iterable raises where it is read: the error, and its description if it is the sender's.
OnError = Callable[[BaseException, "dict[str, Any] | None"], None]


def _ignore(_error: BaseException, _description: dict[str, Any] | None) -> None:
    pass


class Decoder:
    """Reads one message. ``targets`` are this side's objects that an origin may name."""

    def __init__(
        self,
        nodes: Any,
        order: Any,
        targets: list[Any],
        namespace: dict[str, Any],
        on_error: OnError = _ignore,
    ) -> None:
        if not isinstance(nodes, list) or not isinstance(order, list) or len(nodes) > VALUE_LIMIT:
            raise MalformedValue("no table of nodes")
        self._nodes = nodes
        self._targets = targets
        self._namespace = namespace
        self._on_error = on_error
        self._objects: list[Any] = [None] * len(nodes)
        self._made = [False] * len(nodes)
        #: How many immutable containers lie within one another in each node, itself included.
        self._depths: dict[int, int] = {}
        self._tuple_types: dict[tuple[Any, ...], Any] = {}
        #: The mutable objects of the message, with their node index.
        self.mutable: list[tuple[int, Any]] = []
        try:
            self._make_mutable()
            for index in order:
                if type(index) is not int or not 0 <= index < len(nodes) or self._made[index]:
                    raise MalformedValue("an order that names a node twice or none")
                self._objects[index] = self._make_immutable(index, nodes[index])
                self._made[index] = True
            if not all(self._made):
                raise MalformedValue("a node that is never made")
            for index, target in self.mutable:
                self._fill(target, nodes[index])
        except MALFORMED as error:
            raise MalformedValue(f"{type(error).__name__}: {error}"[:200]) from None

    def value(self, form: Any) -> Any:
        """The object that a form stands for."""
        kind = type(form)
        if kind in SCALARS or kind is str or kind is int:
            return form
        if kind is list and len(form) == 1 and type(form[0]) is int and 0 <= form[0] < len(self._nodes):
            if self._made[form[0]]:
                return self._objects[form[0]]
        raise MalformedValue("a form that is neither a scalar nor a known node")

    def _values(self, forms: Any) -> list[Any]:
        if type(forms) is not list:
            raise MalformedValue("forms that are not a list")
        return [self.value(form) for form in forms]

    def _hashable(self, forms: list[Any]) -> list[Any]:
        """Values that are about to be hashed."""
        if self._depth(forms) > _HASH_DEPTH:
            raise NotPlainData(f"more than {_HASH_DEPTH} containers within one another in a set or as a key")
        return self._values(forms)

    def _depth(self, forms: list[Any]) -> int:
        depths = self._depths
        return max((depths.get(form[0], 0) for form in forms if type(form) is list and form), default=0)

    def _make_mutable(self) -> None:
        for index, node in enumerate(self._nodes):
            if type(node) is not list or not node or type(node[0]) is not str:
                raise MalformedValue("a node without a tag")
            kind = _MUTABLE_BY_TAG.get(node[0])
            if kind is None:
                continue
            _tag, _forms, origin, extra = node
            if origin is not None:
                target = self._targets[origin] if type(origin) is int and origin >= 0 else None
                if type(target) is not kind:
                    raise MalformedValue("an origin of another type")
            elif kind is float:
                target = math.nan if extra is True else float("nan")
            elif kind is collections.deque:
                target = collections.deque(maxlen=extra)
            elif kind is collections.defaultdict:
                target = collections.defaultdict(None if extra is None else FACTORIES[extra])
            else:
                target = kind()
            self._objects[index] = target
            self._made[index] = True
            self.mutable.append((index, target))

    def _fill(self, target: Any, node: list[Any]) -> None:
        tag, forms = node[0], node[1]
        if tag == "nan":
            return
        if tag == "bytearray":
            target[:] = bytes.fromhex(forms[0])
        elif tag == "list":
            target[:] = self._values(forms)
        elif tag == "set":
            values = self._hashable(forms)
            target.clear()
            target.update(values)
        elif tag == "deque":
            values = self._values(forms)
            target.clear()
            target.extend(values)
        else:
            keys, values = self._hashable(forms[::2]), self._values(forms[1::2])
            target.clear()
            for key, value in zip(keys, values, strict=True):
                target[key] = value

    def _make_immutable(self, index: int, node: list[Any]) -> Any:
        tag = node[0]
        if tag in _READERS:
            return _READERS[tag](*node[1:])
        if tag == "enum":
            kind = self._namespace.get(node[1])
            if isinstance(kind, type) and issubclass(kind, enum.Enum) and node[2] in kind.__members__:
                return kind.__members__[node[2]]
            raise NotPlainData(f"a member of the enumeration {str(node[1])[:80]}, which the other side does not know")
        forms = node[_FORMS_AT.get(tag, 1)]
        values = self._values(forms)
        self._depths[index] = 1 + self._depth(forms)
        if tag == "tuple":
            return tuple(values)
        if tag == "namedtuple":
            return self._named_tuple(node[1], node[2])._make(values)
        if tag == "iterator":
            return self._lazy(values, node[3])
        if tag == "frozenset":
            return frozenset(self._hashable(forms))
        if tag in _VIEW_TAGS:
            return self._view(tag, forms)
        raise MalformedValue(f"an unknown tag {tag[:40]}")

    def _view(self, tag: str, forms: list[Any]) -> Any:
        kind: Any = collections.OrderedDict if tag.startswith("odict") else dict
        if tag.endswith("keys"):
            return kind.fromkeys(self._hashable(forms)).keys()
        if tag.endswith("values"):
            return kind(enumerate(self._values(forms))).values()
        return kind(zip(self._hashable(forms[::2]), self._values(forms[1::2]), strict=True)).items()

    def _named_tuple(self, name: Any, fields: Any) -> Any:
        kind = self._namespace.get(name)
        if isinstance(kind, type) and issubclass(kind, tuple) and list(getattr(kind, "_fields", ())) == fields:
            return kind
        key = (name, *fields)
        if key not in self._tuple_types:
            self._tuple_types[key] = collections.namedtuple(name, fields)  # noqa: PYI024 (made at run time)
        return self._tuple_types[key]

    def _lazy(self, values: list[Any], end: Any) -> Iterator[Any]:
        if end == "exhausted":
            return _drawn(values, None, None, self._on_error)
        if end == "cut":
            cut = IteratorCut(f"more than {DRAW_LIMIT} elements of a lazy iterable were read")
            return _drawn(values, cut, None, self._on_error)
        return _drawn(values, rebuild_exception(end, self._namespace), end, self._on_error)


def _drawn(
    values: list[Any], error: BaseException | None, description: dict[str, Any] | None, on_error: OnError
) -> Iterator[Any]:
    yield from values
    if error is not None:
        on_error(error, description)
        raise error


def _made_by(module: str, name: str) -> Callable[..., Any]:
    """A class of the standard library, imported when the first of its values comes."""
    return lambda *parts: getattr(importlib.import_module(module), name)(*parts)


def _fraction(numerator: str, denominator: str) -> Any:
    return importlib.import_module("fractions").Fraction(int(numerator, 16), int(denominator, 16))


def _date(text: str) -> Any:
    return importlib.import_module("datetime").date.fromisoformat(text)


def _timed(name: str) -> Callable[[str, int], Any]:
    return lambda text, fold: getattr(importlib.import_module("datetime"), name).fromisoformat(text).replace(fold=fold)


#: What reading a table that our encoder never writes may raise.
MALFORMED = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError)
_MUTABLE_BY_TAG: dict[str, Any] = {"nan": float} | {tag: kind for kind, tag in MUTABLE.items()}
_VIEW_TAGS = frozenset(VIEWS.values())
#: Where a node's forms stand, if not directly after its tag.
_FORMS_AT = {"namedtuple": 3, "iterator": 2}
_READERS: dict[str, Callable[..., Any]] = {
    "str": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
    "int": lambda text: int(text, 16),
    "bytes": bytes.fromhex,
    "complex": complex,
    "range": lambda start, stop, step: range(int(start, 16), int(stop, 16), int(step, 16)),
    "Decimal": _made_by("decimal", "Decimal"),
    "Fraction": _fraction,
    "date": _date,
    "timedelta": _made_by("datetime", "timedelta"),
    "datetime": _timed("datetime"),
    "time": _timed("time"),
    "singleton": lambda name: SINGLETONS[name],
}

#: Every tag that crosses, for documentation and for the tests.
RULES = sorted([*_MUTABLE_BY_TAG, *_READERS, *_VIEW_TAGS, "tuple", "frozenset", "namedtuple", "enum", "iterator"])
