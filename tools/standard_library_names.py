"""Writes the tables of names of the standard library that the static rules need, from the Python that runs this.

    python3.11 tools/standard_library_names.py

`star_names.txt`: what `from MODULE import *` brings, one module per line. `class_methods.txt`: the methods that a class of
the standard library has, its own and inherited ones but not `object`'s, one class per line; classes written in C are left
out, as are private modules. `builtins.txt`: the names of `builtins`.
"""

import builtins
import importlib
import inspect
import pkgutil
import sys
import warnings
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "crates" / "assay-python" / "src" / "semantics" / "tables"
#: They print, open a browser or a window, or are made for tests.
LEFT_OUT = {"antigravity", "this", "idlelib", "turtledemo", "lib2to3", "test", "tkinter", "turtle", "ensurepip", "pip"}


def module_names():
    """Public modules of the standard library, and those inside of its packages."""
    for name in sorted(sys.stdlib_module_names):
        if name.startswith("_") or name in LEFT_OUT:
            continue
        yield name
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for inner in pkgutil.iter_modules(getattr(module, "__path__", [])):
            if not inner.name.startswith("_") and inner.name not in LEFT_OUT | {"tests"}:
                yield f"{name}.{inner.name}"
    yield "os.path"


def methods(cls):
    """Names of the functions among a class's own and inherited attributes."""
    found = set()
    for base in cls.__mro__:
        if base is object:
            continue
        for name, value in vars(base).items():
            inner = getattr(value, "__func__", value)
            if inspect.isfunction(inner):
                found.add(name)
            elif isinstance(value, property):
                found.add(name)
    return sorted(found)


def main():
    """Writes the three tables."""
    warnings.simplefilter("ignore")
    stars, classes = {}, {}
    for name in sorted(set(module_names())):
        try:
            module = importlib.import_module(name)
        except (ImportError, RuntimeError, SystemExit):
            continue
        public = [each for each in dir(module) if not each.startswith("_")]
        stars[name] = sorted(getattr(module, "__all__", public))
        for each in public:
            value = getattr(module, each, None)
            if inspect.isclass(value) and value.__module__.split(".")[0].lstrip("_") == name.split(".")[0]:
                if value.__module__ == "builtins" or value.__name__ != each:
                    continue
                if found := methods(value):
                    classes[f"{name}.{each}"] = found
    TABLES.mkdir(exist_ok=True)
    write = lambda rows: "".join(f"{key} {' '.join(values)}\n" for key, values in sorted(rows.items()))
    (TABLES / "star_names.txt").write_text(write(stars), encoding="utf-8")
    (TABLES / "class_methods.txt").write_text(write(classes), encoding="utf-8")
    (TABLES / "builtins.txt").write_text("".join(f"{each}\n" for each in sorted({*dir(builtins), "__builtins__", *"exit quit copyright credits license help".split()} - {"_"})), encoding="utf-8")


if __name__ == "__main__":
    main()
