def parse_duration(text):
    """Read the text character by character."""
    units = {"w": 7 * 24 * 3600, "d": 24 * 3600, "h": 3600, "m": 60, "s": 1}
    order = "wdhms"

    rest = text.strip(" ")
    negative = rest.startswith("-")
    if negative:
        rest = rest[1:]
        if rest.startswith(" "):
            raise ValueError("space after the sign")

    total = 0
    number = ""
    next_unit = 0
    found = False
    for char in rest:
        lower = char.lower()
        if char in "0123456789":
            number += char
        elif char == " ":
            if number:
                raise ValueError("space between number and unit")
        elif lower in units and number:
            position = order.index(lower)
            if position < next_unit:
                raise ValueError("units out of order")
            next_unit = position + 1
            total += int(number) * units[lower]
            number = ""
            found = True
        else:
            raise ValueError(f"unexpected {char!r} in {text!r}")

    if number or not found:
        raise ValueError(f"not a duration: {text!r}")
    return -total if negative else total
