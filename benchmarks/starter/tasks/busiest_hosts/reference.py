"""Adds up access logs."""

from collections.abc import Iterable


def busiest_hosts(lines: Iterable[str], count: int) -> list[tuple[str, int, int]]:
    """Return the `count` hosts to which most bytes were sent."""
    totals: dict[str, list[int]] = {}
    for line in lines:
        fields = [field for field in line.strip(" \r\n").split(" ") if field]
        if len(fields) != 4:
            continue
        host, _path, _status, size = fields
        if size == "-":
            size = "0"
        elif not (size.isascii() and size.isdigit()):
            continue
        total = totals.setdefault(host.lower(), [0, 0])
        total[0] += int(size)
        total[1] += 1
    rows = [(host, size, requests) for host, (size, requests) in totals.items()]
    rows.sort(key=lambda row: (-row[1], -row[2], row[0]))
    return rows[: max(count, 0)]
