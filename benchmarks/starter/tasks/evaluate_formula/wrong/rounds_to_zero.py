"""Wrong: a quotient below zero is rounded to zero."""

import re


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    if not re.fullmatch(r"(?: *(?:[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()]))* *", formula):
        raise ValueError(formula)
    tokens = re.findall(r"[0-9]+|[A-Za-z]\w*|[-+*/()]", formula) + [""]
    place = 0

    def atom():
        nonlocal place
        token = tokens[place]
        place += 1
        if token == "-":
            inner = atom()
            return lambda: -inner()
        if token == "(":
            inner = total()
            if tokens[place] != ")":
                raise ValueError("no )")
            place += 1
            return inner
        if token.isdigit():
            return lambda: int(token)
        if token[:1].isalpha():
            return lambda: values[token]
        raise ValueError("no operand")

    def divide(left, right):
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient

    def product():
        nonlocal place
        result = atom()
        while tokens[place] in ("*", "/"):
            operator = tokens[place]
            place += 1
            result = joined(operator, result, atom())
        return result

    def total():
        nonlocal place
        result = product()
        while tokens[place] in ("+", "-"):
            operator = tokens[place]
            place += 1
            result = joined(operator, result, product())
        return result

    def joined(operator, left, right):
        def value():
            one, other = left(), right()
            if operator == "/":
                return divide(one, other)
            if operator == "*":
                return one * other
            return one + other if operator == "+" else one - other

        return value

    result = total()
    if tokens[place]:
        raise ValueError("more after the end")
    return result()
