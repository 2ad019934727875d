def last_lines(path: str, count: int) -> list[str]:
    """Keep the lines in a ring of `count` places."""
    if count < 0:
        raise ValueError(f"cannot return {count} lines")
    ring = [""] * count
    number = 0
    with open(path, "r", encoding="utf-8", errors="replace") as stream:
        for line in stream:
            if line.isspace():
                continue
            if count:
                ring[number % count] = line.rstrip()
            number += 1
    if number < count:
        return ring[:number]
    start = number % count if count else 0
    return ring[start:] + ring[:start]
