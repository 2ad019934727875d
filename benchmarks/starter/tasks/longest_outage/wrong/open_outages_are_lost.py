"""Wrong: an outage that no "up" ends is lost."""

from datetime import datetime, timedelta


def longest_outage(lines):
    began, last, longest = None, None, (None, timedelta())
    for line in lines:
        time, state = line.split(" ")
        seen = datetime.strptime(time, "%Y-%m-%dT%H:%M:%S")
        if state not in ("up", "down") or (last and seen < last):
            raise ValueError(line)
        last = seen
        if state == "down":
            began = began or seen
        elif began:
            if seen - began > longest[1]:
                longest = (began, seen - began)
            began = None
    return longest if longest[0] else None
