from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta


@dataclass
class Session:
    user: str
    start: datetime
    end: datetime
    events: int


def log_sessions(lines: Iterable[str], max_gap: int = 1800) -> Iterator[tuple[str, datetime, datetime, int]]:
    """Yield each session as soon as it is known to be complete."""
    limit = timedelta(seconds=max_gap)
    active: dict[str, Session] = {}
    previous = datetime.min
    for line in lines:
        fields = line.split(maxsplit=2)
        if len(fields) != 3 or fields[0][0] == "#":
            continue
        try:
            timestamp = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if timestamp < previous:
            raise ValueError(f"{timestamp} is earlier than {previous}")
        previous = timestamp

        user = fields[1]
        session = active.get(user)
        if session and timestamp - session.end > limit:
            yield astuple(active.pop(user))
            session = None
        if session is None:
            session = active[user] = Session(user, timestamp, timestamp, 0)
        session.end = timestamp
        session.events += 1
        if fields[2].rstrip() == "logout":
            yield astuple(active.pop(user))
    yield from map(astuple, active.values())
