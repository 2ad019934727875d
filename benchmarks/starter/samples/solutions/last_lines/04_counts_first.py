from itertools import islice


def filled(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if not line.isspace():
                yield line.rstrip()


def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count")
    total = sum(1 for _ in filled(path))
    return list(islice(filled(path), max(0, total - count), None))
