"""Wrong: a user who comes back keeps the place of the first visit in the final order."""

from collections.abc import Iterable, Iterator
from datetime import datetime


def log_sessions(
    lines: Iterable[str], max_gap: int = 1800
) -> Iterator[tuple[str, datetime, datetime, int]]:
    sessions: dict[str, list | None] = {}
    latest = None
    for line in lines:
        fields = line.split(maxsplit=2)
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        try:
            time = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if latest is not None and time < latest:
            raise ValueError("events out of order")
        latest = time
        user = fields[1]
        session = sessions.get(user)
        if session and (time - session[2]).total_seconds() > max_gap:
            yield tuple(session)
            session = None
        if session:
            session[2] = time
            session[3] += 1
        else:
            session = sessions[user] = [user, time, time, 1]
        if fields[2].strip() == "logout":
            yield tuple(session)
            sessions[user] = None
    for session in sessions.values():
        if session:
            yield tuple(session)
