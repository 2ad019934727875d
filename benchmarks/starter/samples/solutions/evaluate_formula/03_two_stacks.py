import re


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    """Shunting-yard with a list of instructions that are run at the end."""
    pattern = re.compile(r" *([0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()])")
    strength = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3}
    instructions = []
    operators = []
    expect_operand = True
    place, end = 0, len(formula.rstrip(" "))
    while place < end:
        found = pattern.match(formula, place)
        if not found:
            raise ValueError(f"unexpected character at {place}")
        token, place = found.group(1), found.end()
        if expect_operand and token == "-":
            operators.append("neg")
        elif expect_operand and token == "(":
            operators.append(token)
        elif expect_operand and token[0].isalnum():
            instructions.append(token)
            expect_operand = False
        elif not expect_operand and token == ")":
            operator = ""
            while operators and operator != "(":
                operator = operators.pop()
                instructions.append(operator)
            if operator != "(":
                raise ValueError("unbalanced")
            instructions.pop()
        elif not expect_operand and token in strength:
            while operators and strength.get(operators[-1], 0) >= strength[token]:
                instructions.append(operators.pop())
            operators.append(token)
            expect_operand = True
        else:
            raise ValueError(f"unexpected {token}")
    if expect_operand or "(" in operators:
        raise ValueError("incomplete")
    return run(instructions + operators[::-1], values)


def run(instructions, values):
    stack = []
    for item in instructions:
        if item == "neg":
            stack[-1] = -stack[-1]
        elif item[0].isdigit():
            stack.append(int(item))
        elif item[0].isalpha():
            stack.append(values[item])
        else:
            right = stack.pop()
            left = stack.pop()
            if item == "+":
                stack.append(left + right)
            elif item == "-":
                stack.append(left - right)
            elif item == "*":
                stack.append(left * right)
            else:
                stack.append(left // right)
    return stack[0]
