"""Wrong: the hosts with most requests come first, not those with most bytes."""

import re


def busiest_hosts(lines, count):
    totals = {}
    for line in lines:
        found = re.fullmatch(r" *([^ ]+) +[^ ]+ +[^ ]+ +([0-9]+|-)[ \r\n]*", line)
        if found:
            size, number = totals.get(found[1].lower(), (0, 0))
            totals[found[1].lower()] = (size + int(found[2].replace("-", "0")), number + 1)
    rows = sorted(totals.items(), key=lambda row: (-row[1][1], -row[1][0], row[0]))
    return [(host, *numbers) for host, numbers in rows[:count]]
