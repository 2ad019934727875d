from collections import Counter


def busiest_hosts(lines, count):
    sizes = Counter()
    requests = Counter()
    for line in lines:
        parts = [part for part in line.strip(" \r\n").split(" ") if part]
        if len(parts) != 4 or "\t" in line:
            continue
        size = "0" if parts[3] == "-" else parts[3]
        if size.isascii() and size.isdigit():
            host = parts[0].lower()
            sizes[host] += int(size)
            requests[host] += 1
    order = sorted(sizes, key=lambda host: (-sizes[host], -requests[host], host))
    return [(host, sizes[host], requests[host]) for host in order[:count]]
