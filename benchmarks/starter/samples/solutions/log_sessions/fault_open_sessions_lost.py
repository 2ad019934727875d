from datetime import datetime


def log_sessions(lines, max_gap=1800):
    sessions = {}
    last_time = None

    for line in lines:
        parts = line.strip().split(None, 2)
        if len(parts) < 3 or parts[0].startswith("#"):
            continue
        try:
            time = datetime.fromisoformat(parts[0])
        except ValueError:
            continue
        user, action = parts[1], parts[2]

        if last_time is not None and time < last_time:
            raise ValueError("log lines are not in order")
        last_time = time

        session = sessions.get(user)
        if session is not None and (time - session["end"]).total_seconds() > max_gap:
            yield (user, session["start"], session["end"], session["events"])
            session = None
            del sessions[user]
        if session is None:
            session = {"start": time, "end": time, "events": 0}
            sessions[user] = session
        session["end"] = time
        session["events"] += 1

        if action == "logout":
            yield (user, session["start"], session["end"], session["events"])
            del sessions[user]
