from collections import defaultdict
from heapq import nsmallest


def requests_of(lines):
    """Yield host and bytes of each line that is a request."""
    for line in lines:
        match line.strip(" \r\n").split():
            case [host, _, _, "-"]:
                yield host.lower(), 0
            case [host, _, _, size] if size.isdecimal() and size.isascii():
                if "\t" not in line:
                    yield host.lower(), int(size)


def busiest_hosts(lines, count):
    totals = defaultdict(lambda: [0, 0])
    for host, size in requests_of(lines):
        entry = totals[host]
        entry[0] -= size
        entry[1] -= 1
    best = nsmallest(count, ((*entry, host) for host, entry in totals.items()))
    return [(host, -size, -number) for size, number, host in best]
