"""Wrong: takes units in any order, and more than once."""

import re


def parse_duration(text: str) -> int:
    seconds = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
    if not re.fullmatch(r" *-?(?:[0-9]+[wdhmsWDHMS] *)+", text):
        raise ValueError(f"invalid duration: {text!r}")
    total = 0
    for number, unit in re.findall(r"([0-9]+)([a-z])", text.lower()):
        total += int(number) * seconds[unit]
    return -total if "-" in text else total
