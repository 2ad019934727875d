def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("width must be at least 1")
    lines = []
    current = []
    newParagraph = False
    for row in text.splitlines():
        if not row.strip():
            if current:
                lines.append(" ".join(current))
                current = []
            newParagraph = bool(lines)
        for nextWord in row.split():
            if newParagraph:
                lines.append("")
                newParagraph = False
            if current and len(" ".join(current + [nextWord])) > width:
                lines.append(" ".join(current))
                current = []
            while len(nextWord) > width:
                lines.append(nextWord[:width])
                nextWord = nextWord[width:]
            current.append(nextWord)
    if current:
        lines.append(" ".join(current))
    return lines
