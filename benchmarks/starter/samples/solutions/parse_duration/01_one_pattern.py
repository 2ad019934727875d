import re

PATTERN = re.compile(
    r" *(-?)(?:([0-9]+)[wW] *)?(?:([0-9]+)[dD] *)?(?:([0-9]+)[hH] *)?"
    r"(?:([0-9]+)[mM] *)?(?:([0-9]+)[sS] *)?"
)


def parse_duration(text: str) -> int:
    match = PATTERN.fullmatch(text)
    if not match:
        raise ValueError(f"invalid duration: {text!r}")
    sign, *numbers = match.groups()
    # All parts are optional in the pattern, but one has to be there.
    if all(number is None for number in numbers):
        raise ValueError(f"invalid duration: {text!r}")
    factors = (604800, 86400, 3600, 60, 1)
    total = sum(int(number or 0) * factor for number, factor in zip(numbers, factors))
    return -total if sign else total
