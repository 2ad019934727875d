from datetime import datetime


def _events(lines):
    """Yield (time, user, action) for the lines that are events."""
    latest = None
    for line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        fields = stripped.split(maxsplit=2)
        if len(fields) < 3:
            continue
        try:
            time = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if latest is not None and time < latest:
            raise ValueError("events are out of order")
        latest = time
        yield time, fields[1], fields[2]


def log_sessions(lines, max_gap=1800):
    sessions = []
    for time, user, action in _events(lines):
        mine = next((s for s in sessions if s[0] == user), None)
        if mine is not None and (time - mine[2]).total_seconds() > max_gap:
            sessions.remove(mine)
            yield tuple(mine)
            mine = None
        if mine is None:
            mine = [user, time, time, 0]
            sessions.append(mine)
        mine[2] = time
        mine[3] += 1
        if action == "logout":
            sessions.remove(mine)
            yield tuple(mine)
    for session in sessions:
        yield tuple(session)
