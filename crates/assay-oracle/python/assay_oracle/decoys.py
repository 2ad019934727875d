"""Tests of ours among those of the repository, of which we know how they must end."""

from __future__ import annotations

import random
from collections.abc import Callable

#: In how many files of a run decoys are placed.
_HOSTS = 8


def hosts(files: list, seed: int) -> list:
    """The files that get decoys: all where they are few."""
    return list(files) if len(files) <= _HOSTS else random.Random(seed).sample(list(files), _HOSTS)


def function_of(kind: str, skip: Callable[[], None]) -> Callable[[], None]:
    """A test that ends as its kind says."""
    if kind == "fail":

        def decoy() -> None:
            raise AssertionError
    elif kind == "skip":

        def decoy() -> None:
            skip()
    else:

        def decoy() -> None:
            return None

    return decoy


def shuffled(items: list, seed: int, file_of: Callable, class_of: Callable) -> list:
    """The items in another order: files, the classes of each, the tests of each, as plug-ins for random order do it."""
    source = random.Random(seed)
    files: dict = {}
    for item in items:
        files.setdefault(file_of(item), {}).setdefault(class_of(item), []).append(item)
    mixed = []
    for file in _mixed(source, list(files)):
        for group in _mixed(source, list(files[file])):
            mixed.extend(_mixed(source, files[file][group]))
    return mixed


def _mixed(source: random.Random, values: list) -> list:
    source.shuffle(values)
    return values
