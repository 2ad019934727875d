import re
from datetime import datetime

LINE = re.compile(r"\s*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s+(\S+)\s+(\S.*?)\s*")


def log_sessions(lines, max_gap=1800):
    starts, ends, counts = {}, {}, {}
    latest = None

    def close(user):
        return user, starts.pop(user), ends.pop(user), counts.pop(user)

    for line in lines:
        match = LINE.fullmatch(line)
        if match is None:
            continue
        stamp, user, action = match.groups()
        try:
            now = datetime.fromisoformat(stamp)
        except ValueError:
            continue  # looks like a timestamp, but there is no such day or time

        if latest and now < latest:
            raise ValueError(f"line out of order: {line!r}")
        latest = now

        if user in ends and (now - ends[user]).total_seconds() > max_gap:
            yield close(user)
        starts.setdefault(user, now)
        ends[user] = now
        counts[user] = counts.get(user, 0) + 1
        if action == "logout":
            yield close(user)

    for user in list(starts):
        yield close(user)
