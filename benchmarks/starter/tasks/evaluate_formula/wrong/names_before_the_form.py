"""Wrong: looks names up before it knows that the formula is one."""

import re


def evaluate_formula(formula: str, values: dict[str, int]) -> int:
    if not re.fullmatch(r"(?: *(?:[0-9]+|[A-Za-z][A-Za-z0-9_]*|[-+*/()]))* *", formula):
        raise ValueError(formula)
    tokens = re.findall(r"[0-9]+|[A-Za-z]\w*|[-+*/()]", formula)
    for token in tokens:
        if token[0].isalpha():
            values[token]
    source = " ".join(
        {"/": "//"}.get(token, token.lstrip("0") or "0" if token.isdigit() else token)
        for token in tokens
    )
    if re.search(r"\*\s*\*|//\s*//|(?:^|[-+*/(])\s*\+|[\w)]\s*\(", source):
        raise ValueError(formula)
    try:
        return eval(source, {"__builtins__": {}}, values)
    except (SyntaxError, TypeError) as error:
        raise ValueError(formula) from error
