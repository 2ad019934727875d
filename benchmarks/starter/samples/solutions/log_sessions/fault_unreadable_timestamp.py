from datetime import datetime, timedelta


def log_sessions(lines, max_gap=1800):
    gap = timedelta(seconds=max_gap)
    sessions = {}
    latest = datetime.min
    for row in lines:
        line = row.strip()
        if not line or line.startswith("#"):
            continue
        parts = line.split(maxsplit=2)
        if len(parts) < 3:
            continue
        time = datetime.fromisoformat(parts[0])
        user, action = parts[1], parts[2]
        if time < latest:
            raise ValueError("log is not sorted")
        latest = time
        if user in sessions and time - sessions[user][1] > gap:
            yield (user, *sessions.pop(user))
        start, _, events = sessions.get(user, (time, time, 0))
        sessions[user] = (start, time, events + 1)
        if action == "logout":
            yield (user, *sessions.pop(user))
    for user, session in sessions.items():
        yield (user, *session)
