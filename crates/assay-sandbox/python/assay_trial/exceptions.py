"""Exceptions across the border: class name, builtin bases and text, raised again as the nearest known class."""

from __future__ import annotations

import builtins
from typing import Any

from assay_trial.plain_data import MalformedValue

_TEXT_LIMIT = 10_000
_NAME_LIMIT = 200
#: Causes that cross with an exception.
_CHAIN_LIMIT = 5
_SCALARS = (str, int, float, bool, type(None))


def describe_exception(error: BaseException) -> dict[str, Any]:
    """An exception as class name, builtin bases and text; its arguments too where they are scalars."""
    try:
        return _describe(error, _CHAIN_LIMIT)
    except BaseException:  # a hostile class: anything it raises while it is looked at is its own
        return {"type": "Exception", "bases": ["Exception"], "text": "<not available>", "arguments": None}


def _describe(error: BaseException, chain: int) -> dict[str, Any]:
    kind = type(error)
    arguments = list(error.args) if all(type(item) in _SCALARS for item in error.args) else None
    if arguments is not None and any(isinstance(item, int) and item.bit_length() > 63 for item in arguments):
        arguments = None
    try:
        text = str(error)
    except Exception:  # a hostile or broken __str__
        text = "<text not available>"
    description = {
        "type": kind.__name__[:_NAME_LIMIT],
        "bases": [base.__name__ for base in kind.__mro__ if base.__module__ == "builtins" and base is not object],
        "text": _clean(text),
        "arguments": arguments and [_clean(item) if isinstance(item, str) else item for item in arguments],
    }
    if error.__cause__ is not None and chain > 0:
        description["cause"] = _describe(error.__cause__, chain - 1)
    return description


def _clean(text: str) -> str:
    return text[:_TEXT_LIMIT].encode("utf-8", "replace").decode()


def rebuild_exception(description: Any, namespace: dict[str, Any], chain: int = _CHAIN_LIMIT) -> BaseException:
    """An exception from its description: of the receiver's own class of that name, or of the nearest builtin one.

    Where the original's class or text is another, the result is of a class made for it, so that ``type(e).__name__``
    and ``str(e)`` read as they do in one process.
    """
    if type(description) is not dict:
        raise MalformedValue("an exception without description")
    name, text, bases = description.get("type"), description.get("text"), description.get("bases")
    arguments = description.get("arguments")
    if type(name) is not str or type(text) is not str or type(bases) is not list or len(bases) > 100:
        raise MalformedValue("an exception without name, text or bases")
    if arguments is not None and (type(arguments) is not list or any(type(item) not in _SCALARS for item in arguments)):
        raise MalformedValue("an exception with arguments that are not scalars")
    arguments = [text] if arguments is None else arguments
    error = _nearest(name, bases, namespace, arguments)
    if type(error).__name__ != name or _text_of(error) != text:
        kind = type(name[:_NAME_LIMIT], (type(error),), {"__str__": lambda _self: text, "__module__": "solution"})
        error = kind(*arguments)
    if "cause" in description and chain > 0:
        error.__cause__ = rebuild_exception(description["cause"], namespace, chain - 1)
    return error


def _nearest(name: str, bases: list[Any], namespace: dict[str, Any], arguments: list[Any]) -> BaseException:
    own = namespace.get(name)
    candidates = [own, *(getattr(builtins, base, None) for base in bases if type(base) is str), Exception]
    for kind in candidates:
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            continue
        try:
            return kind(*arguments)
        except Exception:  # a class that wants other arguments: the next one of its bases will do
            continue
    raise MalformedValue("an exception of no class")


def _text_of(error: BaseException) -> str | None:
    try:
        return _clean(str(error))
    except Exception:  # a class of the tests whose text needs what did not cross
        return None
