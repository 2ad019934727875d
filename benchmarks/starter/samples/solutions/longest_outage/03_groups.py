from datetime import datetime, timedelta
from itertools import groupby


def parse(lines):
    earlier = None
    for line in lines:
        head, _, tail = line.rpartition(" ")
        if tail not in {"up", "down"}:
            raise ValueError("neither up nor down")
        time = datetime.fromisoformat(head)
        if earlier and time < earlier:
            raise ValueError("time goes back")
        earlier = time
        yield tail, time


def longest_outage(lines):
    begin, longest, result = None, timedelta(), None
    for state, group in groupby(parse(lines), key=lambda row: row[0]):
        first = last = None
        for _, last in group:
            first = first or last
        end = first if state == "up" else last
        if state == "down":
            begin = first
        if begin and end - begin > longest:
            longest = end - begin
            result = begin, longest
        if state == "up":
            begin = None
    return result
