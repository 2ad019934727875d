def parse_duration(text):
    body = text.strip(" ").lower()
    negative = body[:1] == "-"
    if negative:
        body = body[1:]
        if body[:1] == " ":
            raise ValueError(text)
    if not body:
        raise ValueError("no duration in " + repr(text))

    total = 0
    for unit, seconds in ("w", 604800), ("d", 86400), ("h", 3600), ("m", 60), ("s", 1):
        number, separator, rest = body.partition(unit)
        if not separator:
            continue
        # Whatever stands before the unit has to be a plain number.
        if not (number.isascii() and number.isdigit()):
            raise ValueError(f"bad number {number!r} in {text!r}")
        total += int(number) * seconds
        body = rest.lstrip(" ")
    if body:
        raise ValueError(f"left over in {text!r}: {body!r}")
    return -total if negative else total
