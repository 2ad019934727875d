"""Wrong: takes the last lines first, and only then leaves out those that are blank."""


def last_lines(path: str, count: int) -> list[str]:
    if count < 0:
        raise ValueError("count")
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.readlines()
    last = lines[-count:] if count else []
    return [line.rstrip() for line in last if line.strip()]
