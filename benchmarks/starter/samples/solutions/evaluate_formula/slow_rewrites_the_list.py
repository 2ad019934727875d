import re


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    apply = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a // b,
    }
    is_operand = lambda token: not token in "+-*/()"
    tokens = re.findall("[0-9]+|[A-Za-z][A-Za-z0-9_]*|[^ ]", formula)
    for token in tokens:
        if not re.fullmatch("[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()]", token):
            raise ValueError("invalid character")

    # Check the form: operands and operators have to alternate.
    depth = 0
    previous = "("
    for token in tokens + [")"]:
        after_operand = previous == ")" or is_operand(previous)
        if token == "(" or is_operand(token):
            if after_operand:
                raise ValueError("missing operator")
        elif token != "-" and not after_operand:
            raise ValueError("missing operand")
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth < 0 and tokens.count("(") != tokens.count(")"):
            raise ValueError("unbalanced")
        previous = token

    def number(token):
        if isinstance(token, int):
            return token
        elif token.isdigit():
            return int(token)
        return values[token]

    def flat(items):
        # Signs first, then * and /, then + and -: each step shortens the list.
        i = len(items) - 1
        while i >= 0:
            if items[i] == "-" and (i == 0 or items[i - 1] in ("+", "-", "*", "/")):
                items[i:i + 2] = [-number(items[i + 1])]
            i -= 1
        for group in ("*/", "+-"):
            i = 1
            while i < len(items):
                if items[i] in tuple(group):
                    result = apply[items[i]](number(items[i - 1]), number(items[i + 1]))
                    items[i - 1:i + 2] = [result]
                else:
                    i += 2
        return number(items[0])

    while "(" in tokens:
        close = tokens.index(")")
        start = close
        while tokens[start] != "(":
            start -= 1
        tokens = tokens[:start] + [flat(tokens[start + 1:close])] + tokens[close + 1:]
    return flat(tokens)
