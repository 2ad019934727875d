"""Finds outages in a monitor's lines."""

from collections.abc import Iterable
from datetime import datetime, timedelta


def longest_outage(lines: Iterable[str]) -> tuple[datetime, timedelta] | None:
    """Return the begin and the duration of the longest outage."""
    began: datetime | None = None
    before = datetime.min
    longest: tuple[datetime, timedelta] | None = None
    for line in lines:
        time, space, state = line.partition(" ")
        if state not in ("up", "down"):
            raise ValueError(f"no state: {line!r}")
        seen = datetime.fromisoformat(time)
        if seen < before:
            raise ValueError(f"{line!r} comes too late")
        before = seen
        if began is None:
            began = seen if state == "down" else None
            continue
        # So far the outage has lasted until this line, whatever the line says.
        if longest is None or seen - began > longest[1]:
            longest = began, seen - began
        if state == "up":
            began = None
    return longest if longest and longest[1] else None
