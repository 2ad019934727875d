def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    """Return the value of a formula of whole numbers.

    A formula has numbers (digits 0 to 9), names, the operators + - * /, parentheses, and
    spaces anywhere between these. A name is a letter from a to z, in either case, and
    letters, digits or "_" after it; `values` holds the numbers that names stand for.

    * and / bind more tightly than + and -; operators that bind alike are applied from
    left to right. / rounds down, as Python's // does. A - before a number, a name, a
    parenthesis or another such - negates just that: -2 * 3 is (-2) * 3, and 2 - -3 is 5.

    Raises ValueError if the formula is none, KeyError if a name has no value, and
    ZeroDivisionError if something is divided by zero. A formula that is none raises
    ValueError whatever its names are.

    >>> evaluate_formula("2 * (width + 3) - 7 / 2", {"width": 4})
    11
    """
