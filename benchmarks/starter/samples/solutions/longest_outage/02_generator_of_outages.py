from datetime import datetime


def observations(lines):
    last = datetime.min
    for line in lines:
        time, *states = line.split(" ")
        if states not in (["up"], ["down"]):
            raise ValueError(line)
        moment = datetime.fromisoformat(time)
        if moment < last:
            raise ValueError(f"{moment} is before {last}")
        last = moment
        yield moment, states[0] == "down"


def outages(lines):
    """Yield begin and duration of each outage."""
    begin = moment = None
    for moment, down in observations(lines):
        if down and begin is None:
            begin = moment
        elif begin is not None and not down:
            yield begin, moment - begin
            begin = None
    if begin is not None:
        yield begin, moment - begin


def longest_outage(lines):
    found = max(outages(lines), key=lambda outage: outage[1], default=None)
    return found if found and found[1] else None
