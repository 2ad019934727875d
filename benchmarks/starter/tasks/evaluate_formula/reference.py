"""Evaluates formulas of whole numbers."""

import re
from collections.abc import Callable

TOKEN = re.compile(r" *(?:([0-9]+)|([A-Za-z][A-Za-z0-9_]*)|([-+*/()]))")

# What a part of a formula comes to, once the names have values.
Part = Callable[[dict[str, int]], int]


def tokens(formula: str) -> list[str]:
    """Split a formula into numbers, names and signs."""
    text = formula.rstrip(" ")
    found, place = [], 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            raise ValueError(f"character {place}: {text[place]!r}")
        found.append(token[0].lstrip(" "))
        place = token.end()
    return found


def apply(operator: str, left: int, right: int) -> int:
    """Return the result of one operation."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return left // right


def to_postfix(infix: list[str]) -> list[str]:
    """Return the tokens in the order in which they are evaluated; "~" negates."""
    strength = {"(": 0, "+": 1, "-": 1, "*": 2, "/": 2, "~": 3}
    postfix: list[str] = []
    waiting: list[str] = []
    wants_operand = True
    for token in infix:
        if wants_operand:
            if token in ("-", "("):
                waiting.append("~" if token == "-" else "(")
                continue
            if token in "+*/)":
                raise ValueError(f"{token} where an operand belongs")
            postfix.append(token)
            wants_operand = False
        elif token == ")":
            while waiting and waiting[-1] != "(":
                postfix.append(waiting.pop())
            if not waiting:
                raise ValueError("a ) without its (")
            waiting.pop()
        elif token in "+-*/":
            while waiting and strength[waiting[-1]] >= strength[token]:
                postfix.append(waiting.pop())
            waiting.append(token)
            wants_operand = True
        else:
            raise ValueError(f"{token} where an operator belongs")
    if wants_operand or "(" in waiting:
        raise ValueError("the formula ends too early")
    return postfix + waiting[::-1]


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    """Return the value of a formula."""
    stack: list[int] = []
    for token in to_postfix(tokens(formula)):
        if token == "~":
            stack.append(-stack.pop())
        elif token in "+-*/":
            right = stack.pop()
            stack.append(apply(token, stack.pop(), right))
        else:
            stack.append(int(token) if token.isdigit() else values[token])
    return stack.pop()
