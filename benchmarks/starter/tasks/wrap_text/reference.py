"""Breaks texts into lines."""


def paragraphs(text: str) -> list[list[str]]:
    """Return the words of each paragraph."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        words = line.split()
        if words:
            found[-1] += words
        elif found[-1]:
            found.append([])
    return [words for words in found if words]


def wrap_text(text: str, width: int) -> list[str]:
    """Return the lines of `text`, none longer than `width`."""
    if width < 1:
        raise ValueError(f"a width of {width}")
    lines: list[str] = []
    for words in paragraphs(text):
        if lines:
            lines.append("")
        line: list[str] = []
        room = width
        for word in words:
            # The space before the word needs room, too.
            if line and len(word) + 1 > room:
                lines.append(" ".join(line))
                line, room = [], width
            while len(word) > width:
                lines.append(word[:width])
                word = word[width:]
            room -= len(word) + (1 if line else 0)
            line.append(word)
        lines.append(" ".join(line))
    return lines
