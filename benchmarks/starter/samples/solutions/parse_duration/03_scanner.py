import re

SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
PART = re.compile(r"([0-9]+)([wdhmsWDHMS]) *")


def parse_duration(text: str) -> int:
    stripped = text.lstrip(" ")
    sign = 1
    if stripped[:1] == "-":
        sign = -1
        stripped = stripped[1:]

    total = 0
    position = 0
    previous = None
    while position < len(stripped):
        part = PART.match(stripped, position)
        if part is None:
            raise ValueError(f"cannot read {stripped[position:]!r}")
        seconds = SECONDS[part[2].lower()]
        if previous is not None and seconds >= previous:
            raise ValueError("units must go from larger to smaller")
        previous = seconds
        total += int(part[1]) * seconds
        position = part.end()

    if previous is None:
        raise ValueError("the duration is empty")
    return sign * total
