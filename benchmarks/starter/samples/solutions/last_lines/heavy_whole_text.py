def is_blank(line):
    if line.strip() == "":
        return True
    return False


def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count must not be negative")
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    lines = text.split("\n")
    clean = lambda line: line.rstrip()
    result = [clean(line) for line in lines if not is_blank(line)]
    return result[len(result) - count :] if count < len(result) else result
