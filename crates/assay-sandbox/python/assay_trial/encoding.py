"""Writes plain data (see ``plain_data``) as a table of nodes."""

from __future__ import annotations

import enum
import math
import sys
from typing import Any, Callable, Iterator

from assay_trial.exceptions import describe_exception
from assay_trial.plain_data import DRAW_LIMIT, FACTORIES, MUTABLE, SCALARS, VALUE_LIMIT, VIEWS, NotPlainData

_LAZY_MODULES = frozenset({"builtins", "itertools", "collections"})
#: Modules whose values cross. Not imported here: a sample that uses them has them, and the others pay nothing.
_VALUE_MODULES = frozenset({"datetime", "decimal", "fractions"})


class Encoder:
    """Writes one message. ``origins`` maps ``id(object)`` to its index among the receiver's known objects."""

    def __init__(
        self,
        origins: dict[int, int] | None = None,
        describe: Callable[[BaseException], dict[str, Any]] = describe_exception,
    ) -> None:
        self._describe = describe
        #: A lazy iterable that was drawn before, with what was drawn and how it ended.
        self.drawn: tuple[Any, list[Any], Any] | None = None
        self.nodes: list[Any] = []
        self.order: list[int] = []
        #: The mutable objects written, with their node index: what the other side may change.
        self.mutable: list[tuple[int, Any]] = []
        self._origins = origins or {}
        self._known: dict[int, int] = {}
        self._alive: list[Any] = []
        #: Immutable containers being written, innermost last, below them at most one mutable one.
        self._stack: list[tuple[int, Iterator[Any], list[Any], bool]] = []
        #: Immutable containers on the stack. One inside them cannot be made of them.
        self._unfinished: set[int] = set()
        #: Mutable containers to be written. Never nested in the stack: an immutable container inside them may need
        #: one that is still unfinished there, and would come before it in the order.
        self._later: list[tuple[int, Iterator[Any], list[Any], bool]] = []
        self.values = 0

    def encode(self, value: Any) -> Any:
        """The value's form; nodes it needs are added to the table."""
        form = self._form(value)
        while self._stack or self._later:
            if not self._stack:
                self._stack.append(self._later.pop())
            index, children, forms, immutable = self._stack[-1]
            depth = len(self._stack)
            for child in children:
                forms.append(self._form(child))
                if len(self._stack) != depth:
                    break
            else:
                self._stack.pop()
                if immutable:
                    self._unfinished.remove(index)
                    self.order.append(index)
        return form

    def _form(self, value: Any) -> Any:
        self.values += 1
        if self.values > VALUE_LIMIT:
            raise NotPlainData(f"more than {VALUE_LIMIT} values")
        kind = type(value)
        if kind in SCALARS:
            return value if value == value else self._nan(value)
        if kind is str:
            if value.isascii():
                return value
            try:
                value.encode()
                return value
            except UnicodeEncodeError:
                return self._leaf(["str", value.encode("utf-8", "surrogatepass").hex()])
        if kind is int:
            return value if -(1 << 63) <= value < 1 << 63 else self._leaf(["int", hex(value)])
        known = self._known.get(id(value))
        if known is None:
            return [self._container(kind, value)]
        if known in self._unfinished and self._stack[-1][3]:
            raise NotPlainData("a lazy iterable or view that contains itself")
        return [known]

    def _leaf(self, node: list[Any]) -> list[int]:
        self.nodes.append(node)
        self.order.append(len(self.nodes) - 1)
        return [len(self.nodes) - 1]

    def _add(self, value: Any, node: list[Any]) -> int:
        index = len(self.nodes)
        self.nodes.append(node)
        self._known[id(value)] = index
        self._alive.append(value)
        return index

    def _nan(self, value: float) -> list[int]:
        known = self._known.get(id(value))
        if known is None:
            known = self._add(value, ["nan", [], self._origins.get(id(value)), value is math.nan])
            self.mutable.append((known, value))
        return [known]

    def _open(self, value: Any, node: list[Any], children: Iterator[Any], forms: list[Any]) -> int:
        index = self._add(value, node)
        self._unfinished.add(index)
        self._stack.append((index, children, forms, True))
        return index

    def _container(self, kind: type, value: Any) -> int:
        tag = MUTABLE.get(kind)
        if tag is not None:
            return self._mutable_container(tag, value)
        forms: list[Any] = []
        if kind is tuple or kind is frozenset:
            return self._open(value, [kind.__name__, forms], iter(value), forms)
        tag = VIEWS.get(kind)
        if tag is not None:
            content = _flatten(list(value)) if tag.endswith("items") else iter(list(value))
            return self._open(value, [tag, forms], content, forms)
        if issubclass(kind, tuple) and kind.__base__ is tuple and isinstance(getattr(kind, "_fields", None), tuple):
            node = ["namedtuple", kind.__name__, list(kind._fields), forms]
            return self._open(value, node, iter(tuple(value)), forms)
        if isinstance(value, enum.Enum):
            return self._leaf(["enum", kind.__name__, value.name])[0]
        leaf = _leaf_node(kind, value)
        if leaf is not None:
            return self._leaf(leaf)[0]
        if kind.__module__ in _LAZY_MODULES and hasattr(kind, "__next__"):
            return self._lazy(kind, value)
        raise NotPlainData(f"{kind.__module__}.{kind.__qualname__}")

    def _mutable_container(self, tag: str, value: Any) -> int:
        forms: list[Any] = []
        extra: Any = None
        if tag == "bytearray":
            forms.append(bytes(value).hex())
            content: Iterator[Any] = iter(())
        elif tag in ("list", "set", "deque"):
            content = iter(value)
            extra = value.maxlen if tag == "deque" else None
        else:
            content = _flatten(value.items())
            if tag == "defaultdict" and value.default_factory is not None:
                extra = getattr(value.default_factory, "__name__", "")
                if FACTORIES.get(extra) is not value.default_factory:
                    raise NotPlainData("a defaultdict whose factory is not a builtin type")
        index = self._add(value, [tag, forms, self._origins.get(id(value)), extra])
        self._later.append((index, content, forms, False))
        self.mutable.append((index, value))
        return index

    def _lazy(self, kind: type, value: Any) -> int:
        if self.drawn is not None and self.drawn[0] is value:
            _value, drawn, end = self.drawn
        else:
            drawn, end = draw(value, self._describe)
        forms: list[Any] = []
        return self._open(value, ["iterator", kind.__name__, forms, end], iter(drawn), forms)


def draw(value: Any, describe: Callable[[BaseException], dict[str, Any]]) -> tuple[list[Any], Any]:
    """What a lazy iterable gives, and how it ended: ``exhausted``, ``cut``, or with a failure of its own."""
    drawn: list[Any] = []
    for _ in range(DRAW_LIMIT):
        try:
            drawn.append(next(value))
        except StopIteration:
            return drawn, "exhausted"
        except Exception as error:  # raised again where it is read
            return drawn, describe(error)
    return drawn, "cut"


def _flatten(items: Any) -> Iterator[Any]:
    for key, value in items:
        yield key
        yield value


def _leaf_node(kind: type, value: Any) -> list[Any] | None:
    """Value types of the standard library, each by its declared rule."""
    if kind is bytes:
        return ["bytes", value.hex()]
    if kind is complex:
        return ["complex", value.real, value.imag]
    if kind is range:
        return ["range", hex(value.start), hex(value.stop), hex(value.step)]
    if kind.__module__ in _VALUE_MODULES:
        module = sys.modules.get(kind.__module__)
        if getattr(module, kind.__name__, None) is kind:
            return _module_node(kind.__name__, module, value)
    if value is Ellipsis or value is NotImplemented:
        return ["singleton", kind.__name__.removesuffix("Type").replace("ellipsis", "Ellipsis")]
    return None


def _module_node(name: str, module: Any, value: Any) -> list[Any] | None:
    if name == "Decimal":
        return [name, str(value)]
    if name == "Fraction":
        return [name, hex(value.numerator), hex(value.denominator)]
    if name == "date":
        return [name, value.isoformat()]
    if name == "timedelta":
        return [name, value.days, value.seconds, value.microseconds]
    if name in ("datetime", "time") and (value.tzinfo is None or type(value.tzinfo) is module.timezone):
        return [name, value.isoformat(), value.fold]
    return None
