import re

TOKENS = re.compile(r"[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()]| +|.", re.DOTALL)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Parser:
    """Builds a tree of tuples; its values are looked up only when all of it is read."""

    def __init__(self, formula):
        self.tokens = [token for token in TOKENS.findall(formula) if token.strip(" ")]
        self.place = 0

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        token = self.peek()
        self.place += 1
        return token

    def sum(self):
        tree = self.product()
        while self.peek() in ("+", "-"):
            tree = (self.take(), tree, self.product())
        return tree

    def product(self):
        tree = self.factor()
        while self.peek() in ("*", "/"):
            tree = (self.take(), tree, self.factor())
        return tree

    def factor(self):
        token = self.take()
        if token == "-":
            return ("negate", self.factor())
        if token == "(":
            tree = self.sum()
            if self.take() != ")":
                raise ValueError("missing )")
            return tree
        if token.isascii() and token.isdigit():
            return int(token)
        if NAME.fullmatch(token):
            return token
        raise ValueError(f"unexpected {token!r}")


def value_of(tree, values):
    # The left arms of long sums are followed in a loop: only parentheses nest.
    rights = []
    while isinstance(tree, tuple) and len(tree) == 3:
        rights.append((tree[0], tree[2]))
        tree = tree[1]
    if isinstance(tree, tuple):
        result = -value_of(tree[1], values)
    else:
        result = tree if isinstance(tree, int) else values[tree]
    for operator, right in reversed(rights):
        other = value_of(right, values)
        if operator == "+":
            result += other
        elif operator == "-":
            result -= other
        elif operator == "*":
            result *= other
        else:
            result //= other
    return result


def evaluate_formula(formula, values):
    parser = Parser(formula)
    tree = parser.sum()
    if parser.peek():
        raise ValueError("the formula goes on after its end")
    return value_of(tree, values)
