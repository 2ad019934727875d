"""Wrong: opens sessions before it closes those that end in the same minute."""


def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    events = []
    for start, end in sessions:
        if not 0 <= start < end <= 10080:
            raise ValueError("bad session")
        events += [(start, 0, 1), (end, 1, -1)]
    peak, first, last, number = 0, 0, 10079, 0
    for moment, _, change in sorted(events):
        if change < 0 and number == peak:
            last = moment - 1
        number += change
        if number > peak:
            peak, first = number, moment
    return peak, first, last
