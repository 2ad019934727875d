"""The peak of a week's sessions."""

WEEK = 7 * 24 * 60


def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the highest number of open sessions, and its first and last minute."""
    changes: dict[int, int] = {0: 0, WEEK: 0}
    for start, end in sessions:
        if not 0 <= start < end <= WEEK:
            raise ValueError(f"no session of a week: {start} to {end}")
        changes[start] = changes.get(start, 0) + 1
        changes[end] = changes.get(end, 0) - 1

    moments = sorted(changes)
    peak, first, last = -1, 0, 0
    number = 0
    for moment, following in zip(moments, moments[1:]):
        number += changes[moment]
        if number > peak:
            peak, first = number, moment
        if number == peak:
            last = following - 1
    return peak, first, last
