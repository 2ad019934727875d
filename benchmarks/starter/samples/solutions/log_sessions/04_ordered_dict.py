from collections import OrderedDict
from datetime import datetime, timedelta


def log_sessions(lines, max_gap=1800):
    sessions = OrderedDict()
    newest = datetime.min

    for line in lines:
        words = line.split()
        if len(words) < 3 or words[0].startswith("#"):
            continue
        try:
            moment = datetime.fromisoformat(words[0])
        except ValueError:
            continue
        if moment < newest:
            raise ValueError("time runs backwards at " + words[0])
        newest = moment

        user = words[1]
        times = sessions.setdefault(user, [])
        if times and moment > times[-1] + timedelta(seconds=max_gap):
            yield user, times[0], times[-1], len(times)
            times = sessions[user] = []
            sessions.move_to_end(user)
        times.append(moment)
        if words[2:] == ["logout"]:
            yield user, times[0], times[-1], len(times)
            del sessions[user]

    while sessions:
        user, times = sessions.popitem(last=False)
        yield user, times[0], times[-1], len(times)
