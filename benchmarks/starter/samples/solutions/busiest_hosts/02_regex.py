import re

LINE = re.compile(r" *([^ ]+) +[^ ]+ +[^ ]+ +([0-9]+|-)[ \r\n]*")


def busiest_hosts(lines, count):
    totals = {}
    for line in lines:
        match = LINE.fullmatch(line)
        if match is None:
            continue
        host = match.group(1).lower()
        size = 0 if match.group(2) == "-" else int(match.group(2))
        before, requests = totals.get(host, (0, 0))
        totals[host] = (before + size, requests + 1)
    rows = [(-size, -requests, host) for host, (size, requests) in totals.items()]
    return [(host, -size, -requests) for size, requests, host in sorted(rows)[:count]]
