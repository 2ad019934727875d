"""Whether the functions that decide how a test ends are still those that were installed."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator

#: Modules that run tests and say how they ended.
_WATCHED = (
    "unittest.case", "unittest.loader", "unittest.result", "unittest.suite",
    "_pytest.main", "_pytest.outcomes", "_pytest.python", "_pytest.reports", "_pytest.runner", "_pytest.skipping",
    "_pytest.unittest",
)  # fmt: skip
#: Modules that must be found under their names as they were.
_NAMED = ("pytest", "_pytest", "unittest", *_WATCHED)


class Guard:
    """The functions of the watched modules as they are now."""

    def __init__(self) -> None:
        self._loaded = sys.modules
        # pluggy calls pytest's hooks; its parts are named otherwise in each version.
        self._watched = [*_WATCHED, *(name for name in self._loaded if name.startswith("pluggy."))]
        names = dict.fromkeys((*_NAMED, "pluggy", *self._watched))
        self._modules = {name: self._loaded[name] for name in names if name in self._loaded}
        self._functions = dict(self._now())

    def replaced(self) -> str | None:
        """What is another one now; nothing if all are as they were."""
        for name, module in self._modules.items():
            if self._loaded.get(name) is not module:
                return f"the module {name} was replaced"
        now = dict(self._now())
        for name, function in self._functions.items():
            found = now.get(name)
            if found is None or found[0] is not function[0] or found[1] is not function[1]:
                return f"the function {name} of the test runner was replaced"
        return None

    def _now(self) -> Iterator[tuple[str, tuple[object, object]]]:
        for name in self._watched:
            module = self._modules.get(name)
            if module is not None:
                yield from _functions(name, name, vars(module))


def _functions(module: str, prefix: str, names: dict) -> Iterator[tuple[str, tuple[object, object]]]:
    """Functions and classes' methods that a module itself defines, each with its code."""
    for name, value in list(names.items()):
        if isinstance(value, (classmethod, staticmethod)):
            value = value.__func__
        elif isinstance(value, property):
            value = value.fget
        if isinstance(value, types.FunctionType):
            yield f"{prefix}.{name}", (value, value.__code__)
        elif isinstance(value, type) and value.__module__ == module and prefix == module:
            yield from _functions(module, f"{prefix}.{name}", dict(vars(value)))
