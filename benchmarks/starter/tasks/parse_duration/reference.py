"""Parses duration texts."""

import re

_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}

# Every part is optional, so that the pattern also fixes the order of the units; the
# lookahead asks for at least one part.
_DURATION = re.compile(
    r" *(?P<sign>-?)(?=[0-9])"
    + "".join(rf"(?:(?P<{unit}>[0-9]+){unit} *)?" for unit in _SECONDS),
    re.IGNORECASE | re.ASCII,
)


def parse_duration(text: str) -> int:
    """Return the seconds of a duration text; raises ValueError if it is not one."""
    match = _DURATION.fullmatch(text)
    if match is None:
        raise ValueError(f"not a duration: {text!r}")
    total = sum(int(match[unit] or 0) * seconds for unit, seconds in _SECONDS.items())
    return -total if match["sign"] else total
