import re


def parse_duration(text: str) -> int:
    """First check the shape of the text, then add up the parts."""
    if re.fullmatch(r" *-?[0-9]+[a-z](?: *[0-9]+[a-z])* *", text, re.I | re.A) is None:
        raise ValueError(f"not a duration: {text!r}")

    parts = re.findall(r"([0-9]+)([a-z])", text.lower())
    units = [unit for _, unit in parts]
    if [unit for unit in "wdhms" if unit in units] != units:
        raise ValueError(f"unknown, repeated or unordered units: {text!r}")

    seconds = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
    total = sum(int(number) * seconds[unit] for number, unit in parts)
    return -total if "-" in text else total
