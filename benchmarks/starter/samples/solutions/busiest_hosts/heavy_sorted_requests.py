from itertools import groupby


def busiest_hosts(lines, count):
    host_of = lambda request: request[0]
    requests = []
    for line in lines:
        parts = [part for part in line.strip(" \r\n").split(" ") if part]
        if len(parts) == 4:
            host, _, _, size = parts
            if size == "-":
                requests.append((host.lower(), 0))
            elif size.isascii() and size.isdigit():
                requests.append((host.lower(), int(size)))
    requests.sort(key=lambda request: host_of(request))

    rows = []
    for host, group in groupby(requests, key=host_of):
        sizes = [size for _, size in group]
        rows.append((host, sum(sizes), len(sizes)))
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))[:count]
