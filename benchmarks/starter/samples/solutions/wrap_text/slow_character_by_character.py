def wrap_text(text: str, width: int) -> list[str]:
    if width < 1:
        raise ValueError("invalid width")

    def length(words):
        total = 0
        for word in words:
            total += len(word) + 1
        return total

    join = lambda words: " ".join(words)
    lines = []
    for block in text.replace("\t", " ").split("\n"):
        words = block.split()
        if not words:
            lines.append(None)
            continue
        line = lines.pop().split() if lines and lines[-1] else []
        for word in words:
            if line and length(line) + len(word) > width:
                lines.append(join(line))
                line = []
            while len(word) > width:
                lines.append(word[:width])
                word = word[width:]
            line.append(word)
        lines.append(join(line))
    result = []
    for line in lines:
        if line is not None:
            result.append(line)
        elif result and result[-1] != "":
            result.append("")
    while result and result[-1] == "":
        result.pop()
    return result
