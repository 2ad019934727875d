def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("negative count")
    lines: list[str] = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.strip():
                lines.append(line.rstrip())
            # Twice as many as needed: the older half goes.
            if len(lines) > 2 * count + 50:
                del lines[: len(lines) - count]
    return lines[len(lines) - min(count, len(lines)) :]
