from datetime import datetime


def log_sessions(lines, max_gap=1800):
    open_sessions = {}
    last = None
    for line in lines:
        fields = line.split(maxsplit=2)
        if len(fields) < 3 or fields[0].startswith("#"):
            continue
        try:
            time = datetime.fromisoformat(fields[0])
        except ValueError:
            continue
        if last is not None and time < last:
            raise ValueError("events out of order")
        last = time
        user = fields[1]
        action = fields[2].strip()

        if user in open_sessions:
            start, end, events = open_sessions[user]
            if (time - end).seconds > max_gap:
                yield user, start, end, events
                del open_sessions[user]
                open_sessions[user] = (time, time, 1)
            else:
                open_sessions[user] = (start, time, events + 1)
        else:
            open_sessions[user] = (time, time, 1)

        if action == "logout":
            start, end, events = open_sessions.pop(user)
            yield user, start, end, events

    for user, (start, end, events) in open_sessions.items():
        yield user, start, end, events
