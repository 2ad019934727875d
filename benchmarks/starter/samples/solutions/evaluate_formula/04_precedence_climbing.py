import re


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    if re.sub(r"[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/() ]", "", formula):
        raise ValueError("there are other characters")
    tokens = iter(re.findall(r"[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()]", formula))
    state = {"next": next(tokens, None)}

    def advance():
        token = state["next"]
        state["next"] = next(tokens, None)
        return token

    def primary(code):
        token = advance()
        if token is None or token in "+*/)":
            raise ValueError("operand expected")
        if token == "-":
            primary(code)
            code.append(("negate", None))
        elif token == "(":
            climb(code, 1)
            if advance() != ")":
                raise ValueError(") expected")
        else:
            code.append(("push", token))

    def climb(code, least):
        primary(code)
        while state["next"] and state["next"] in "+-*/":
            strength = 1 if state["next"] in "+-" else 2
            if strength < least:
                return
            operator = advance()
            climb(code, strength + 1)
            code.append((operator, None))

    code = []
    climb(code, 1)
    if state["next"] is not None:
        raise ValueError("operator expected")

    stack = []
    for action, token in code:
        if action == "push":
            stack.append(int(token) if token.isdigit() else values[token])
            continue
        last = stack.pop()
        if action == "negate":
            stack.append(-last)
        elif action == "+":
            stack[-1] += last
        elif action == "-":
            stack[-1] -= last
        elif action == "*":
            stack[-1] *= last
        else:
            stack[-1] //= last
    return stack[-1]
