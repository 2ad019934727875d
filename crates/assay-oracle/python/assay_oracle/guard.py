"""Whether the functions that decide how a test ends are still those that were installed, or a plug-in's in their place."""

from __future__ import annotations

import gc
import sys
import types
from collections.abc import Iterable, Iterator

#: Modules that run tests and say how they ended.
_WATCHED = (
    "unittest.case", "unittest.loader", "unittest.result", "unittest.suite",
    "_pytest.main", "_pytest.outcomes", "_pytest.python", "_pytest.reports", "_pytest.runner", "_pytest.skipping",
    "_pytest.unittest",
)  # fmt: skip
#: Modules that must be found under their names as they were.
_NAMED = ("pytest", "_pytest", "unittest", *_WATCHED)


class Guard:
    """The functions of the watched modules as they are now, and those of the plug-ins that are loaded.

    Honest plug-ins put functions of their own in the place of the runner's (pytest-django does so around a class). They are told
    by their code, which was there before any file of the repository: a copy or a look-alike is other code. What remains is code that
    uses a plug-in's own function to its ends; what that does to every test shows in the decoys.
    """

    def __init__(self, plugins: Iterable[object] = ()) -> None:
        self._loaded = sys.modules
        # pluggy calls pytest's hooks; its parts are named otherwise in each version.
        self._watched = [*_WATCHED, *(name for name in self._loaded if name.startswith("pluggy."))]
        names = dict.fromkeys((*_NAMED, "pluggy", *self._watched))
        self._modules = {name: self._loaded[name] for name in names if name in self._loaded}
        self._functions = dict(self._now())
        self._originals = {id(function) for function, _ in self._functions.values()}
        # The objects are kept, so that no other one ever has their number.
        self._globals, self._codes = _held(self._loaded, plugins)

    def replaced(self) -> str | None:
        """What is another one now; nothing if all are as they were."""
        for name, module in self._modules.items():
            if self._loaded.get(name) is not module:
                return f"the module {name} was replaced"
        now = dict(self._now())
        for name, function in self._functions.items():
            found = now.get(name)
            same = found is not None and found[0] is function[0] and found[1] is function[1]
            if not same and (found is None or not self._is_of_a_plugin(found[0])):
                return f"the function {name} of the test runner was replaced"
        return None

    def _is_of_a_plugin(self, function: types.FunctionType) -> bool:
        """Whether a plug-in made it, with nothing bound into it that is called but what it stands for."""
        if id(function.__code__) not in self._codes or id(function.__globals__) not in self._globals:
            return False
        bound = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        try:
            bound.extend(cell.cell_contents for cell in function.__closure__ or ())
        except ValueError:  # a name that has no value yet
            return False
        return all(id(value) in self._originals for value in bound if callable(value))

    def _now(self) -> Iterator[tuple[str, tuple[types.FunctionType, types.CodeType]]]:
        for name in self._watched:
            module = self._modules.get(name)
            if module is not None:
                yield from _functions(name, name, vars(module))


def _functions(module: str, prefix: str, names: dict) -> Iterator[tuple[str, tuple[types.FunctionType, types.CodeType]]]:
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


def _held(loaded: dict, plugins: Iterable[object]) -> tuple[dict[int, dict], dict[int, types.CodeType]]:
    """The names and the code of the plug-ins' packages, by the objects' numbers; functions within functions are among the code."""
    packages = {plugin.__name__.partition(".")[0] for plugin in plugins if isinstance(plugin, types.ModuleType)}
    packages -= {"pytest", "_pytest", "pluggy", "unittest"}
    modules = [module for name, module in list(loaded.items()) if name.partition(".")[0] in packages]
    held = {id(vars(module)): vars(module) for module in modules if isinstance(module, types.ModuleType)}
    codes: dict[int, types.CodeType] = {}
    for value in gc.get_objects() if held else ():
        # Not all stand under a name: a fixture hides the function that it is made of.
        if type(value) is types.FunctionType and id(value.__globals__) in held:
            _keep(value.__code__, codes)
    return held, codes


def _keep(code: types.CodeType, codes: dict[int, types.CodeType]) -> None:
    codes[id(code)] = code
    for value in code.co_consts:
        if isinstance(value, types.CodeType):
            _keep(value, codes)
