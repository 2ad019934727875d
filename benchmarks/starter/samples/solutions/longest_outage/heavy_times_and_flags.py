from datetime import datetime


def is_down(state):
    if state == "down":
        return True
    elif state == "up":
        return False
    else:
        raise ValueError(f"unknown state {state!r}")


def longest_outage(lines):
    times, flags = [], []
    for line in lines:
        time, _, state = line.partition(" ")
        flags.append(is_down(state))
        times.append(datetime.fromisoformat(time))
    if times != sorted(times):
        raise ValueError("lines must be in order")

    outages = []
    begin = None
    for index, flag in enumerate(flags):
        if flag and begin is None:
            begin = index
        elif begin is not None and not flag:
            outages.append((times[index] - times[begin], -begin))
            begin = None
    if begin is not None:
        outages.append((times[-1] - times[begin], -begin))
    if not outages or not max(outages)[0]:
        return None
    duration, place = max(outages)
    return times[-place], duration
