"""Wrong: takes a blank line for a space, so that paragraphs run together."""


def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("width")
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines
