class Host:
    """What was sent to a host."""

    __slots__ = ("name", "bytes", "requests")

    def __init__(self, name):
        self.name = name
        self.bytes = 0
        self.requests = 0

    def add(self, size):
        self.bytes += size
        self.requests += 1

    def rank(self):
        return -self.bytes, -self.requests, self.name


def busiest_hosts(lines, count):
    hosts = {}
    digits = set("0123456789")
    for line in lines:
        fields = list(filter(None, line.strip("\r\n ").split(" ")))
        if len(fields) != 4:
            continue
        size = fields[3]
        if size != "-" and not digits.issuperset(size):
            continue
        name = fields[0].lower()
        if name not in hosts:
            hosts[name] = Host(name)
        hosts[name].add(0 if size == "-" else int(size))
    ranking = sorted(hosts.values(), key=Host.rank)
    return [(host.name, host.bytes, host.requests) for host in ranking[:count]]
