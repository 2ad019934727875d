"""Wrong: measures the gap from the start of the session, not from its last event."""

from collections.abc import Iterable, Iterator
from datetime import datetime


def log_sessions(
    lines: Iterable[str], max_gap: int = 1800
) -> Iterator[tuple[str, datetime, datetime, int]]:
    sessions: dict[str, tuple[datetime, datetime, int]] = {}
    latest = datetime.min
    for line in lines:
        fields = line.split(maxsplit=2)
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        try:
            time = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if time < latest:
            raise ValueError("events out of order")
        latest = time
        user = fields[1]
        if user in sessions:
            start, end, events = sessions[user]
            if (time - start).total_seconds() > max_gap:
                yield user, start, end, events
                del sessions[user]
        start, _, events = sessions.get(user, (time, time, 0))
        sessions[user] = (start, time, events + 1)
        if fields[2].strip() == "logout":
            yield user, *sessions.pop(user)
    for user, session in sessions.items():
        yield user, *session
