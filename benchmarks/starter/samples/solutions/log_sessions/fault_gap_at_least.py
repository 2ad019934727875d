from collections.abc import Iterable, Iterator
from datetime import datetime


def log_sessions(lines: Iterable[str], max_gap: int = 1800) -> Iterator[tuple[str, datetime, datetime, int]]:
    """Group log lines into sessions per user."""
    active: dict[str, list] = {}
    previous: datetime | None = None
    for raw in lines:
        fields = raw.strip().split(maxsplit=2)
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        try:
            stamp = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if previous is not None and stamp < previous:
            raise ValueError("events must be in the order of time")
        previous = stamp
        _, user, action = fields
        if user in active and (stamp - active[user][2]).total_seconds() >= max_gap:
            yield tuple(active.pop(user))
        entry = active.setdefault(user, [user, stamp, stamp, 0])
        entry[2] = stamp
        entry[3] += 1
        if action == "logout":
            yield tuple(active.pop(user))
    for entry in active.values():
        yield tuple(entry)
