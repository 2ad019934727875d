import collections
import io


def last_lines(path, count):
    if count < 0:
        raise ValueError("the number of lines must be zero or more")
    with io.open(path, encoding="utf-8", errors="replace") as file:
        lines = filter(None, map(str.rstrip, file))
        return [*collections.deque(lines, count)]
