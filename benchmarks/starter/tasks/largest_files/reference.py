"""Finds large files in a tree."""

from collections.abc import Iterator
from heapq import nsmallest
from typing import Any


def files(folder: dict[str, Any], path: str) -> Iterator[tuple[int, str]]:
    """Yield the negative size and the path of each file; the largest is the smallest."""
    for name, entry in folder.items():
        if isinstance(entry, dict):
            yield from files(entry, f"{path}{name}/")
        else:
            yield -entry, path + name


def largest_files(tree: dict[str, Any], count: int) -> list[tuple[str, int]]:
    """Return path and size of the `count` largest files."""
    if count < 0:
        raise ValueError(f"{count} files")
    return [(path, -size) for size, path in nsmallest(count, files(tree, ""))]
