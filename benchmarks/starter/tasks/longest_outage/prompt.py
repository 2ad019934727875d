from collections.abc import Iterable
from datetime import datetime, timedelta


def longest_outage(lines: Iterable[str]) -> tuple[datetime, timedelta] | None:
    """Return when the longest outage of a service began, and how long it lasted.

    A line is a time such as "2024-05-01T10:00:00", one space, and "up" or "down": the
    state that was seen then. Lines are ordered by time; several may have the same time.
    An outage begins with a "down" when there is no outage, and ends with the next "up",
    or with the last line if no "up" follows. One that lasts no time at all is none.

    Return the first one of the longest outages, or None if there is no outage. Raises
    ValueError for a line that is none, and for one whose time is before that of the line
    before it.

    >>> longest_outage(["2024-05-01T10:00:00 down", "2024-05-01T10:02:30 up"])
    (datetime.datetime(2024, 5, 1, 10, 0), datetime.timedelta(seconds=150))
    """
