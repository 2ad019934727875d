from itertools import groupby

FACTORS = dict(w=604800, d=86400, h=3600, m=60, s=1)


def kind(char):
    if char in "0123456789":
        return "number"
    return "space" if char == " " else char.lower()


def parse_duration(text):
    tokens = [(name, "".join(group)) for name, group in groupby(text.strip(" "), kind)]
    sign = 1
    if tokens and tokens[0] == ("-", "-"):
        sign = -1
        tokens = tokens[1:]
        if tokens and tokens[0][0] == "space":
            raise ValueError("no space may follow the sign")

    total, units = 0, list(FACTORS)
    if not tokens:
        raise ValueError("empty duration")
    while tokens:
        if tokens[0][0] == "space":
            tokens = tokens[1:]
        if len(tokens) < 2 or tokens[0][0] != "number" or tokens[1][0] not in units:
            raise ValueError(f"malformed duration {text!r}")
        unit, letters = tokens[1]
        if len(letters) != 1:
            raise ValueError(f"more than one unit in a row: {letters}")
        total += int(tokens[0][1]) * FACTORS[unit]
        units = units[units.index(unit) + 1 :]
        tokens = tokens[2:]
    return sign * total
