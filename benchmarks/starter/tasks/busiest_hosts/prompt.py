from collections.abc import Iterable


def busiest_hosts(lines: Iterable[str], count: int) -> list[tuple[str, int, int]]:
    """Return the hosts to which most bytes were sent, from the lines of an access log.

    A line has four fields, separated by one or more spaces: host, path, status, bytes.
    The bytes are decimal digits 0 to 9, or "-" for none. All other lines are ignored. So
    are spaces and line ends at both ends of a line. Hosts are compared without regard to
    case and returned in lower case.

    Return at most `count` tuples (host, bytes, requests), most bytes first; of hosts with
    as many bytes those with more requests first, then in alphabetical order.

    >>> busiest_hosts(["a.org / 200 50", "b.org /x 200 70", "A.org /y 304 -"], 2)
    [('b.org', 70, 1), ('a.org', 50, 2)]
    """
