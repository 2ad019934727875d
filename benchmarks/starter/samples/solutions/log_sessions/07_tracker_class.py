from collections import namedtuple
from datetime import datetime, timedelta

Session = namedtuple("Session", "user start end events")


class Tracker:
    def __init__(self, max_gap):
        self.max_gap = timedelta(seconds=max_gap)
        self.open = {}
        self.clock = datetime.min

    def feed(self, time, user, action):
        """Take one event and return the sessions that it closes."""
        if time < self.clock:
            raise ValueError(f"event at {time} is out of order")
        self.clock = time
        closed = []
        session = self.open.get(user)
        if session is not None and time - session.end > self.max_gap:
            closed.append(self.open.pop(user))
            session = None
        if session is None:
            self.open[user] = Session(user, time, time, 1)
        else:
            self.open[user] = session._replace(end=time, events=session.events + 1)
        if action == "logout":
            closed.append(self.open.pop(user))
        return closed


def log_sessions(lines, max_gap=1800):
    tracker = Tracker(max_gap)
    for row in lines:
        line = row.strip()
        if line.startswith("#") or len(line.split()) < 3:
            continue
        stamp, user, action = line.split(None, 2)
        try:
            time = datetime.fromisoformat(stamp)
        except ValueError:
            continue
        for session in tracker.feed(time, user, action):
            yield tuple(session)
    for session in tracker.open.values():
        yield tuple(session)
