UNITS = [("w", 604800), ("d", 86400), ("h", 3600), ("m", 60), ("s", 1)]


def parse_duration(text: str) -> int:
    text = text.strip(" ")
    if text.startswith("-"):
        if text[1:2] not in tuple("0123456789"):
            raise ValueError("a number has to follow the sign")
        return -_parts(text[1:], UNITS)
    return _parts(text, UNITS)


def _parts(text: str, units: list[tuple[str, int]]) -> int:
    """Return the seconds of one or more parts that use only the given units."""
    digits = 0
    while digits < len(text) and text[digits] in "0123456789":
        digits += 1
    letter = text[digits : digits + 1].lower()
    names = [name for name, _ in units]
    if digits == 0 or letter not in names:
        raise ValueError(f"expected a number and one of {names} at {text!r}")
    index = names.index(letter)
    seconds = int(text[:digits]) * units[index][1]
    rest = text[digits + 1 :].lstrip(" ")
    return seconds + _parts(rest, units[index + 1 :]) if rest else seconds
