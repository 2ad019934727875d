from datetime import datetime
from itertools import count


def log_sessions(lines, max_gap=1800):
    """Sessions get a running number, and the open ones are sorted by it at the end."""
    numbers = count()
    current = {}
    last_seen = None
    for line in lines:
        event = parse_event(line)
        if event is None:
            continue
        timestamp, user, action = event
        if last_seen is not None and last_seen > timestamp:
            raise ValueError("unsorted log")
        last_seen = timestamp

        number, start, end, events = current.pop(user, (next(numbers), timestamp, timestamp, 0))
        if (timestamp - end).total_seconds() > max_gap:
            yield user, start, end, events
            number, start, events = next(numbers), timestamp, 0
        if action == "logout":
            yield user, start, timestamp, events + 1
        else:
            current[user] = (number, start, timestamp, events + 1)

    for user, (_, start, end, events) in sorted(current.items(), key=lambda item: item[1][0]):
        yield user, start, end, events


def parse_event(line):
    try:
        stamp, user, action = line.strip().split(maxsplit=2)
        return datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%S"), user, action
    except ValueError:
        # Too few fields, a comment, or a timestamp that is none.
        return None
