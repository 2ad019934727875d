from datetime import datetime, timedelta


def longest_outage(lines):
    start = None
    previous = None
    best_start = None
    best_length = timedelta(0)
    for line in lines:
        text, _, state = line.partition(" ")
        if state != "up" and state != "down":
            raise ValueError(f"unknown state in {line!r}")
        moment = datetime.fromisoformat(text)
        if previous is not None and moment < previous:
            raise ValueError("the lines are not in order")
        previous = moment
        if start is not None and moment - start > best_length:
            best_start, best_length = start, moment - start
        if state == "up":
            start = None
        elif start is None:
            start = moment
    if best_start is None:
        return None
    return best_start, best_length
