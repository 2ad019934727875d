from collections import deque


def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count must not be negative")
    kept: deque[str] = deque(maxlen=count)
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            stripped = line.rstrip()
            if stripped:
                kept.append(stripped)
    return list(kept)
