"""Wrong: leaves words that are longer than a line as they are."""


def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("width")
    lines: list[str] = []
    blank = False
    started = False
    for row in text.splitlines():
        words = row.split()
        if not words:
            blank = started
        for word in words:
            if blank:
                lines += ["", word]
                blank = False
            elif started and len(lines[-1]) + 1 + len(word) <= width:
                lines[-1] += " " + word
            else:
                lines.append(word)
            started = True
    return lines
