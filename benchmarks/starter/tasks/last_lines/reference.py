"""Reads the ends of files."""

from collections import deque


def last_lines(path: str, count: int) -> list[str]:
    """Return the last `count` lines of a file that are not blank."""
    if count < 0:
        raise ValueError(f"{count} lines")
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = (line.rstrip() for line in file)
        return list(deque((line for line in lines if line), maxlen=count))
