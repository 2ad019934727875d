def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count must not be negative")
    numbered = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            line = line.rstrip()
            if line:
                numbered[len(numbered)] = line
    first = max(0, len(numbered) - count)
    return [numbered[number] for number in range(first, len(numbered))]
