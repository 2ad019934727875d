from datetime import datetime


def log_sessions(lines, max_gap=1800):
    open_sessions = {}  # user -> [start, end, events], in the order of their starts
    last_time = None

    for line in lines:
        parts = line.strip().split(None, 2)
        if len(parts) < 3 or parts[0].startswith("#"):
            continue
        try:
            when = datetime.strptime(parts[0], "%Y-%m-%dT%H:%M:%S")
        except ValueError:
            continue
        user, action = parts[1], parts[2]

        if last_time is not None and when < last_time:
            raise ValueError("log lines are not in order")
        last_time = when

        if user in open_sessions:
            start, end, events = open_sessions[user]
            if (when - end).total_seconds() > max_gap:
                del open_sessions[user]
                yield (user, start, end, events)

        if user in open_sessions:
            open_sessions[user][1] = when
            open_sessions[user][2] += 1
        else:
            open_sessions[user] = [when, when, 1]

        if action == "logout":
            start, end, events = open_sessions.pop(user)
            yield (user, start, end, events)

    for user, (start, end, events) in open_sessions.items():
        yield (user, start, end, events)
