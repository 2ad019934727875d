"""Wrong: an outage begins anew with every "down"."""

from datetime import datetime, timedelta


def longest_outage(lines):
    began, last, longest = None, None, (None, timedelta())
    for line in lines:
        time, state = line.split(" ")
        seen = datetime.strptime(time, "%Y-%m-%dT%H:%M:%S")
        if state not in ("up", "down") or (last and seen < last):
            raise ValueError(line)
        if began and seen - began > longest[1]:
            longest = (began, seen - began)
        began = seen if state == "down" else None
        last = seen
    return longest if longest[0] else None
