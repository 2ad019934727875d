"""Groups access log lines into sessions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

Session = tuple[str, datetime, datetime, int]


@dataclass
class _Open:
    """A session that may still grow."""

    user: str
    start: datetime
    end: datetime
    events: int = 1

    def closed(self) -> Session:
        return self.user, self.start, self.end, self.events


def log_sessions(lines: Iterable[str], max_gap: int = 1800) -> Iterator[Session]:
    """Yield (user, start, end, events) for each session, as soon as it is complete."""
    gap = timedelta(seconds=max_gap)
    # Kept in the order in which sessions began: a closed one is removed before its
    # user's next one is put in.
    sessions: dict[str, _Open] = {}
    latest = datetime.min

    for line in lines:
        event = _parse(line)
        if event is None:
            continue
        time, user, action = event
        if time < latest:
            raise ValueError(f"event at {time} comes after one at {latest}")
        latest = time

        session = sessions.get(user)
        if session is not None and time - session.end > gap:
            yield sessions.pop(user).closed()
            session = None
        if session is None:
            sessions[user] = _Open(user, time, time)
        else:
            session.end = time
            session.events += 1
        if action == "logout":
            yield sessions.pop(user).closed()

    for session in sessions.values():
        yield session.closed()


def _parse(line: str) -> tuple[datetime, str, str] | None:
    """Return the fields of an event, or None for a line that is not one."""
    fields = line.strip().split(maxsplit=2)
    if len(fields) < 3 or fields[0].startswith("#"):
        return None
    timestamp, user, action = fields
    try:
        return datetime.fromisoformat(timestamp), user, action
    except ValueError:
        return None
