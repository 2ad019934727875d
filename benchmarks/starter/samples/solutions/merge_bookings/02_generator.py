from datetime import timedelta
from operator import itemgetter


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0:
        raise ValueError("negative slack")
    if any(end < start for start, end, _ in bookings):
        raise ValueError("booking ends before it starts")
    real = [booking for booking in bookings if booking[0] != booking[1]]
    return list(_blocks(sorted(real, key=itemgetter(0)), timedelta(minutes=slack_minutes)))


def _blocks(ordered, slack):
    """Yield the blocks of bookings that are ordered by start."""
    current = None
    for start, end, title in ordered:
        if current is None:
            current = (start, end, [title])
        elif start - current[1] > slack:
            yield current
            current = (start, end, [title])
        else:
            titles = current[2] if title in current[2] else current[2] + [title]
            current = (current[0], max(current[1], end), titles)
    if current is not None:
        yield current
