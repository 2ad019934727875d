import re


def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("too narrow")
    blocks = [block.split() for block in re.split(r"\n\s*\n", text)]
    filled = "\n\n".join(fill(words, width) for words in blocks if words)
    return filled.split("\n") if filled else []


def fill(words, width):
    """Return the words of a paragraph as lines."""
    lines = [[]]
    column = 0
    for word in words:
        separator = 1 if lines[-1] else 0
        if separator and column + separator + len(word) > width:
            lines.append([])
            column = separator = 0
        rest = word
        while len(rest) > width:
            lines[-1].append(rest[:width])
            lines.append([])
            rest = rest[width:]
        lines[-1].append(rest)
        column += separator + len(rest)
    return "\n".join(map(" ".join, lines))
