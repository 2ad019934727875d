def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError(width)
    lines = []
    paragraph = []
    for row in [*text.splitlines(), ""]:
        if row.split():
            paragraph.extend(row.split())
            continue
        if paragraph and lines:
            lines.append("")
        lines.extend(broken(paragraph, width))
        paragraph = []
    return lines


def broken(words, width):
    line = []
    left = width
    for word in words:
        piece, size = word, len(word)
        if line and size >= left:
            yield " ".join(line)
            line = []
            left = width
        if size > width:
            full = (size - 1) // width * width
            for place in range(0, full, width):
                yield word[place : place + width]
            piece, size = word[full:], size - full
        if line:
            left -= 1
        line.append(piece)
        left -= size
    if line:
        yield " ".join(line)
