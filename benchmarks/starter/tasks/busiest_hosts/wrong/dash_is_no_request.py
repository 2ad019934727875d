"""Wrong: ignores the lines whose bytes are "-"."""

import re


def busiest_hosts(lines, count):
    totals = {}
    for line in lines:
        found = re.fullmatch(r" *([^ ]+) +[^ ]+ +[^ ]+ +([0-9]+)[ \r\n]*", line)
        if found:
            size, number = totals.get(found[1].lower(), (0, 0))
            totals[found[1].lower()] = (size + int(found[2]), number + 1)
    rows = sorted(totals.items(), key=lambda row: (-row[1][0], -row[1][1], row[0]))
    return [(host, *numbers) for host, numbers in rows[:count]]
