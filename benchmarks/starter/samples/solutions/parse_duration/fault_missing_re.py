def parse_duration(text: str) -> int:
    """Parse a duration such as "1h 30m" into seconds."""
    pattern = (
        r" *(-?)(?=[0-9])(?:([0-9]+)[wW] *)?(?:([0-9]+)[dD] *)?(?:([0-9]+)[hH] *)?"
        r"(?:([0-9]+)[mM] *)?(?:([0-9]+)[sS] *)?"
    )
    match = re.fullmatch(pattern, text)
    if match is None:
        raise ValueError(f"invalid duration: {text!r}")
    sign, *numbers = match.groups()
    total = 0
    for number, seconds in zip(numbers, (604800, 86400, 3600, 60, 1)):
        if number is not None:
            total += int(number) * seconds
    return -total if sign else total
