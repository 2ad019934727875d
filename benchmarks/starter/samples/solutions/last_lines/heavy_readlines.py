def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count must not be negative")
    with open(path, encoding="utf-8", errors="replace") as inputFile:
        allLines = inputFile.readlines()
    resultLines = []
    for line in allLines:
        if line.strip() != "":
            resultLines.append(line.rstrip())
    if count == 0:
        return []
    else:
        return resultLines[-count:]
