import re
from datetime import timedelta

_NAMES = ("weeks", "days", "hours", "minutes", "seconds")
_PATTERN = re.compile(
    r"[ ]* (?P<sign>-)? (?=[0-9])"
    + "".join(rf"(?: (?P<{name}>[0-9]+) [{name[0]}{name[0].upper()}] [ ]* )?" for name in _NAMES),
    re.VERBOSE,
)


def parse_duration(text: str) -> int:
    found = _PATTERN.fullmatch(text)
    if found is None:
        raise ValueError(f"invalid duration {text!r}")
    total = 0
    for name in _NAMES:
        unit = timedelta(**{name: 1}) // timedelta(seconds=1)
        total += unit * int(found[name] or "0")
    return -total if found["sign"] else total
