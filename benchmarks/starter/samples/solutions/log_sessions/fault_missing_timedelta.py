from datetime import datetime


def log_sessions(lines, max_gap=1800):
    gap = timedelta(seconds=max_gap)
    current = {}
    newest = None
    for line in lines:
        text = line.strip()
        if not text or text[0] == "#":
            continue
        try:
            stamp, user, action = text.split(maxsplit=2)
            moment = datetime.fromisoformat(stamp)
        except ValueError:
            continue
        if newest is not None and moment < newest:
            raise ValueError("time runs backwards")
        newest = moment
        if user in current and moment - current[user][-1] > gap:
            times = current.pop(user)
            yield user, times[0], times[-1], len(times)
        current.setdefault(user, []).append(moment)
        if action == "logout":
            times = current.pop(user)
            yield user, times[0], times[-1], len(times)
    for user, times in current.items():
        yield user, times[0], times[-1], len(times)
