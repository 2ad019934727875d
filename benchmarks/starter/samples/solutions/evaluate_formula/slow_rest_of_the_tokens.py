import re


def isName(token):
    if re.fullmatch("[A-Za-z][A-Za-z0-9_]*", token):
        return True
    else:
        return False


def parseSum(tokens):
    left, tokens = parseProduct(tokens)
    while tokens and tokens[0] in "+-":
        operator = tokens[0]
        right, tokens = parseProduct(tokens[1:])
        left = [operator, left, right]
    return left, tokens


def parseProduct(tokens):
    left, tokens = parseFactor(tokens)
    while tokens and tokens[0] in "*/":
        operator = tokens[0]
        right, tokens = parseFactor(tokens[1:])
        left = [operator, left, right]
    return left, tokens


def parseFactor(tokens):
    if not tokens:
        raise ValueError("unexpected end")
    first, rest = tokens[0], tokens[1:]
    if first == "-":
        inner, rest = parseFactor(rest)
        return ["-", 0, inner], rest
    if first == "(":
        inner, rest = parseSum(rest)
        if not rest or rest[0] != ")":
            raise ValueError("expected )")
        return inner, rest[1:]
    if re.fullmatch("[0-9]+", first):
        return int(first), rest
    if isName(first):
        return first, rest
    raise ValueError("unexpected " + first)


def evaluate_formula(formula, values):
    tokens = re.findall("[0-9]+|[A-Za-z][A-Za-z0-9_]*|[^ ]", formula)
    tree, rest = parseSum(tokens)
    if rest:
        raise ValueError("unexpected " + rest[0])

    def compute(node):
        chain = []
        while isinstance(node, list):
            chain.append(node)
            node = node[1]
        result = values[node] if isinstance(node, str) else node
        for operator, _, other in reversed(chain):
            right = compute(other)
            if operator == "+":
                result = result + right
            elif operator == "-":
                result = result - right
            elif operator == "*":
                result = result * right
            else:
                result = result // right
        return result

    return compute(tree)
