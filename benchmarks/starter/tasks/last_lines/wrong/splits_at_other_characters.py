"""Wrong: splitlines() also splits where no line of the file ends, such as at a form feed."""


def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count")
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip() for line in file.read().splitlines() if line.strip()]
    return lines[max(0, len(lines) - count) :]
