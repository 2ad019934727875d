def fits(line, word, width):
    if len(line) + 1 + len(word) <= width:
        return True
    return False


def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("width must be at least 1")
    paragraphs = [[]]
    for row in text.splitlines():
        if row.strip():
            paragraphs[-1] = paragraphs[-1] + row.split()
        else:
            paragraphs.append([])
    lines = []
    for words in paragraphs:
        if words and lines:
            lines.append("")
        line = ""
        while words:
            word = words[0]
            if line and fits(line, word, width):
                line = line + " " + word
                words = words[1:]
            elif line:
                lines.append(line)
                line = ""
            elif len(word) > width:
                lines.append(word[:width])
                words = [word[width:]] + words[1:]
            else:
                line = word
                words = words[1:]
        if line:
            lines.append(line)
    return lines
