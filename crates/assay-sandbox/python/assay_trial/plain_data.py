"""Plain data between two processes that do not trust each other.

A message is a flat table of nodes, so depth costs nothing and shared or cyclic containers keep their identity:

* a *value* is a JSON scalar (``None``, ``bool``, ``int`` up to 64 bits, ``float``, ``str``) or ``[index]``, a node;
* a *node* is ``[tag, …]``; ``RULES`` below lists every tag, and nothing else crosses;
* mutable containers may refer to any node; immutable ones only to mutable ones and to immutable ones that come
  before them in ``order``.

A mutable node may name an *origin*: the object of the earlier request that it is. The receiver then changes that
object in place, which is how a call's changes to its arguments come back.

Types are exact: a subclass of ``int`` is not an ``int``. Everything is iterative; size is capped.
"""

from __future__ import annotations

import collections
import datetime
import decimal
import enum
import fractions
from typing import Any, Callable, Iterator

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


_SCALARS = frozenset({type(None), bool, float})
_MUTABLE = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    collections.deque: "deque",
    collections.Counter: "Counter",
    collections.OrderedDict: "OrderedDict",
    collections.defaultdict: "defaultdict",
}
_FACTORIES: dict[str, Callable[[], Any]] = {
    kind.__name__: kind for kind in (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset)
}
_VIEWS = {type({}.keys()): "dict_keys", type({}.values()): "dict_values", type({}.items()): "dict_items"}
_SINGLETONS = {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}
_LAZY_MODULES = frozenset({"builtins", "itertools", "collections"})


def mutable_type(kind: type) -> bool:
    """Whether objects of exactly this type cross as mutable containers."""
    return kind in _MUTABLE


class Encoder:
    """Writes one message. ``origins`` maps ``id(object)`` to its index among the receiver's known objects."""

    def __init__(self, origins: dict[int, int] | None = None) -> None:
        self.nodes: list[Any] = []
        self.order: list[int] = []
        #: The mutable objects written, with their node index: what the other side may change.
        self.mutable: list[tuple[int, Any]] = []
        self._origins = origins or {}
        self._known: dict[int, int] = {}
        self._alive: list[Any] = []
        self._stack: list[tuple[int, Iterator[Any], list[Any], bool]] = []
        self._values = 0

    def encode(self, value: Any) -> Any:
        """The value's form; nodes it needs are added to the table."""
        form = self._form(value)
        while self._stack:
            index, children, forms, immutable = self._stack[-1]
            depth = len(self._stack)
            for child in children:
                forms.append(self._form(child))
                if len(self._stack) != depth:
                    break
            else:
                self._stack.pop()
                if immutable:
                    self.order.append(index)
        return form

    def _form(self, value: Any) -> Any:
        self._values += 1
        if self._values > VALUE_LIMIT:
            raise NotPlainData(f"more than {VALUE_LIMIT} values")
        kind = type(value)
        if kind in _SCALARS:
            return value
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
        if known is not None:
            return [known]
        return [self._container(kind, value)]

    def _leaf(self, node: list[Any]) -> list[int]:
        self.nodes.append(node)
        self.order.append(len(self.nodes) - 1)
        return [len(self.nodes) - 1]

    def _open(self, value: Any, node: list[Any], children: Iterator[Any], forms: list[Any], immutable: bool) -> int:
        index = len(self.nodes)
        self.nodes.append(node)
        self._known[id(value)] = index
        self._alive.append(value)
        self._stack.append((index, children, forms, immutable))
        return index

    def _container(self, kind: type, value: Any) -> int:
        tag = _MUTABLE.get(kind)
        if tag is not None:
            return self._mutable_container(tag, value)
        forms: list[Any] = []
        if kind is tuple or kind is frozenset:
            return self._open(value, [kind.__name__, forms], iter(value), forms, True)
        if kind in _VIEWS:
            mapping = value.mapping
            content = _flatten(mapping.items()) if _VIEWS[kind] == "dict_items" else iter(list(value))
            return self._open(value, [_VIEWS[kind], forms], content, forms, True)
        if issubclass(kind, tuple) and kind.__base__ is tuple and isinstance(getattr(kind, "_fields", None), tuple):
            node = ["namedtuple", kind.__name__, list(kind._fields), forms]
            return self._open(value, node, iter(tuple(value)), forms, True)
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
                if _FACTORIES.get(extra) is not value.default_factory:
                    raise NotPlainData("a defaultdict whose factory is not a builtin type")
        node = [tag, forms, self._origins.get(id(value)), extra]
        index = self._open(value, node, content, forms, False)
        self.mutable.append((index, value))
        return index

    def _lazy(self, kind: type, value: Any) -> int:
        drawn: list[Any] = []
        end: Any = "cut"
        for _ in range(DRAW_LIMIT):
            try:
                drawn.append(next(value))
            except StopIteration:
                end = "exhausted"
                break
            except Exception as error:  # the iterable's own failure, raised again where it is read
                end = describe_exception(error)
                break
        forms: list[Any] = []
        return self._open(value, ["iterator", kind.__name__, forms, end], iter(drawn), forms, True)


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
    if kind is decimal.Decimal:
        return ["Decimal", str(value)]
    if kind is fractions.Fraction:
        return ["Fraction", hex(value.numerator), hex(value.denominator)]
    if kind is datetime.date:
        return ["date", value.isoformat()]
    if kind is datetime.timedelta:
        return ["timedelta", value.days, value.seconds, value.microseconds]
    if kind in (datetime.datetime, datetime.time) and (value.tzinfo is None or type(value.tzinfo) is datetime.timezone):
        return [kind.__name__, value.isoformat(), value.fold]
    if value is Ellipsis or value is NotImplemented:
        return ["singleton", kind.__name__.removesuffix("Type").replace("ellipsis", "Ellipsis")]
    return None


def describe_exception(error: BaseException) -> dict[str, Any]:
    """An exception as class name, builtin bases and text; its arguments too where they are scalars."""
    bases = [base.__name__ for base in type(error).__mro__ if base.__module__ == "builtins" and base is not object]
    arguments = error.args if all(type(item) in (str, int, float, bool, type(None)) for item in error.args) else None
    if arguments is not None and any(isinstance(item, int) and item.bit_length() > 63 for item in arguments):
        arguments = None
    try:
        text = str(error)
    except Exception:  # a hostile __str__
        text = "<text not available>"
    return {
        "type": type(error).__name__[:200],
        "bases": bases,
        "text": _clean(text),
        "arguments": None if arguments is None else [_clean(a) if isinstance(a, str) else a for a in arguments],
    }


def _clean(text: str) -> str:
    return text[:10_000].encode("utf-8", "replace").decode()


class Decoder:
    """Reads one message. ``targets`` are this side's objects that an origin may name."""

    def __init__(self, nodes: Any, order: Any, targets: list[Any], namespace: dict[str, Any]) -> None:
        if not isinstance(nodes, list) or not isinstance(order, list) or len(nodes) > VALUE_LIMIT:
            raise MalformedValue("no table of nodes")
        self._nodes = nodes
        self._targets = targets
        self._namespace = namespace
        self._objects: list[Any] = [None] * len(nodes)
        self._made = [False] * len(nodes)
        #: The mutable objects of the message, with their node index.
        self.mutable: list[tuple[int, Any]] = []
        try:
            self._make_mutable()
            for index in order:
                if type(index) is not int or not 0 <= index < len(nodes) or self._made[index]:
                    raise MalformedValue("an order that names a node twice or none")
                self._objects[index] = self._make_immutable(nodes[index])
                self._made[index] = True
            if not all(self._made):
                raise MalformedValue("a node that is never made")
            for index, target in self.mutable:
                self._fill(target, nodes[index])
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
            raise MalformedValue(f"{type(error).__name__}: {error}"[:200]) from None

    def value(self, form: Any) -> Any:
        """The object that a form stands for."""
        kind = type(form)
        if kind in _SCALARS or kind is str or kind is int:
            return form
        if kind is list and len(form) == 1 and type(form[0]) is int and 0 <= form[0] < len(self._nodes):
            if self._made[form[0]]:
                return self._objects[form[0]]
        raise MalformedValue("a form that is neither a scalar nor a known node")

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
            elif kind is collections.deque:
                target = collections.deque(maxlen=extra)
            elif kind is collections.defaultdict:
                target = collections.defaultdict(None if extra is None else _FACTORIES[extra])
            else:
                target = kind()
            self._objects[index] = target
            self._made[index] = True
            self.mutable.append((index, target))

    def _fill(self, target: Any, node: list[Any]) -> None:
        tag, forms = node[0], node[1]
        if tag == "bytearray":
            target[:] = bytes.fromhex(forms[0])
            return
        values = [self.value(form) for form in forms]
        if tag == "list":
            target[:] = values
        elif tag == "set":
            target.clear()
            target.update(values)
        elif tag == "deque":
            target.clear()
            target.extend(values)
        else:
            target.clear()
            for key, value in zip(values[::2], values[1::2], strict=True):
                dict.__setitem__(target, key, value) if tag != "OrderedDict" else target.__setitem__(key, value)

    def _make_immutable(self, node: list[Any]) -> Any:
        tag = node[0]
        if tag in _READERS:
            return _READERS[tag](*node[1:])
        if tag == "enum":
            kind = self._namespace.get(node[1])
            if isinstance(kind, type) and issubclass(kind, enum.Enum) and node[2] in kind.__members__:
                return kind.__members__[node[2]]
            raise NotPlainData(f"a member of the enumeration {str(node[1])[:80]}, which the tests do not know")
        if tag == "namedtuple":
            return self._named_tuple(node)
        values = [self.value(form) for form in node[2 if tag == "iterator" else 1]]
        if tag == "tuple":
            return tuple(values)
        if tag == "frozenset":
            return frozenset(values)
        if tag == "dict_keys":
            return dict.fromkeys(values).keys()
        if tag == "dict_values":
            return dict(enumerate(values)).values()
        if tag == "dict_items":
            return dict(zip(values[::2], values[1::2], strict=True)).items()
        if tag == "iterator":
            return _drawn(values, node[3])
        raise MalformedValue(f"an unknown tag {tag[:40]}")

    def _named_tuple(self, node: list[Any]) -> Any:
        _tag, name, fields, forms = node
        values = [self.value(form) for form in forms]
        kind = self._namespace.get(name)
        if not (isinstance(kind, type) and issubclass(kind, tuple) and list(getattr(kind, "_fields", ())) == fields):
            kind = collections.namedtuple(name, fields)  # noqa: PYI024 (made at run time)
        return kind._make(values)


def raise_described(description: Any) -> BaseException:
    """The nearest builtin exception of a description made by ``describe_exception``."""
    import builtins

    for name in description["bases"]:
        kind = getattr(builtins, str(name), None)
        if isinstance(kind, type) and issubclass(kind, BaseException):
            break
    else:
        kind = Exception
    error = kind.__new__(kind)
    arguments = description["arguments"]
    error.args = tuple(arguments) if isinstance(arguments, list) else (str(description["text"]),)
    return error


def _drawn(values: list[Any], end: Any) -> Iterator[Any]:
    yield from values
    if end == "cut":
        raise IteratorCut(f"more than {DRAW_LIMIT} elements of a lazy iterable were read")
    if isinstance(end, dict):
        raise raise_described(end)


def _utc_offset_aware(kind: Any) -> Callable[[str, int], Any]:
    return lambda text, fold: kind.fromisoformat(text).replace(fold=fold)


_MUTABLE_BY_TAG: dict[str, Any] = {tag: kind for kind, tag in _MUTABLE.items()}
_READERS: dict[str, Callable[..., Any]] = {
    "str": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
    "int": lambda text: int(text, 16),
    "bytes": bytes.fromhex,
    "complex": complex,
    "range": lambda start, stop, step: range(int(start, 16), int(stop, 16), int(step, 16)),
    "Decimal": decimal.Decimal,
    "Fraction": lambda numerator, denominator: fractions.Fraction(int(numerator, 16), int(denominator, 16)),
    "date": datetime.date.fromisoformat,
    "timedelta": lambda days, seconds, microseconds: datetime.timedelta(days, seconds, microseconds),
    "datetime": _utc_offset_aware(datetime.datetime),
    "time": _utc_offset_aware(datetime.time),
    "singleton": lambda name: _SINGLETONS[name],
}

#: Every tag that crosses, for documentation and for the tests.
RULES = sorted([*_MUTABLE_BY_TAG, *_READERS, *_VIEWS.values(), "tuple", "frozenset", "namedtuple", "enum", "iterator"])
