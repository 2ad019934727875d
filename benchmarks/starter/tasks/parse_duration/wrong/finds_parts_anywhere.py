"""Wrong: adds up whatever looks like a part, and ignores everything around it."""

import re


def parse_duration(text: str) -> int:
    seconds = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
    parts = re.findall(r"(\d+)([wdhms])", text.lower())
    if not parts:
        raise ValueError(f"invalid duration: {text!r}")
    total = sum(int(number) * seconds[unit] for number, unit in parts)
    return -total if text.strip().startswith("-") else total
