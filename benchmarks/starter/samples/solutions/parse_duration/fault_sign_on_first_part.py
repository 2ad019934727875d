import re

SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}


def parse_duration(text: str) -> int:
    if not re.fullmatch(r" *-?[0-9]+[wdhmsWDHMS](?: *[0-9]+[wdhmsWDHMS])* *", text):
        raise ValueError(f"invalid duration: {text!r}")

    total = 0
    previous = None
    for number, unit in re.findall(r"(-?[0-9]+)([a-z])", text.lower()):
        seconds = SECONDS[unit]
        if previous is not None and seconds >= previous:
            raise ValueError(f"units out of order: {text!r}")
        previous = seconds
        total += int(number) * seconds
    return total
