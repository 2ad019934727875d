def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("width must be at least 1")

    lines = []
    for words in _paragraphs(text):
        if lines:
            lines.append("")
        current, length = [], -1
        for word in words:
            if current and length + 1 + len(word) > width:
                lines.append(" ".join(current))
                current, length = [], -1
            rest = word
            while len(rest) > width:
                lines.append(rest[:width])
                rest = rest[width:]
            current.append(rest)
            length += len(rest) + 1
        lines.append(" ".join(current))
    return lines


def _paragraphs(text):
    words = []
    for line in text.splitlines():
        if line.strip():
            words.extend(line.split())
        elif words:
            yield words
            words = []
    if words:
        yield words
