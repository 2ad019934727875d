import operator
import re

OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    tokens = re.findall(r"[0-9]+|[A-Za-z][A-Za-z0-9_]*|[^ ]", formula)
    tokens.append("end")
    tokens.reverse()

    def operand():
        token = tokens.pop()
        if token == "-":
            inner = operand()
            return lambda: -inner()
        if token == "(":
            inner = chain("+-")
            if tokens.pop() != ")":
                raise ValueError("unbalanced parentheses")
            return inner
        if re.fullmatch("[0-9]+", token):
            return lambda: int(token)
        if tokens and re.fullmatch("[A-Za-z].*", token):
            return lambda: values[token]
        raise ValueError(f"no operand: {token}")

    def chain(operators):
        lower = operand if "*" in operators else lambda: chain("*/")
        first = lower()
        others = []
        while tokens and tokens[-1] in operators:
            operation = OPERATIONS[tokens.pop()]
            others.append((operation, lower()))

        def value():
            result = first()
            for operation, other in others:
                result = operation(result, other())
            return result

        return value

    result = chain("+-")
    if tokens != ["end"]:
        raise ValueError("not a formula")
    return result()
