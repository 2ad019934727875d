from datetime import timedelta
from functools import reduce


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0 or any(b[1] < b[0] for b in bookings):
        raise ValueError("negative slack or negative length")
    slack = timedelta(minutes=slack_minutes)

    def step(blocks, booking):
        start, end, title = booking
        if blocks and start <= blocks[-1][1] + slack:
            first, last, titles = blocks[-1]
            merged = (first, max(last, end), list(dict.fromkeys(titles + [title])))
            return blocks[:-1] + [merged]
        return blocks + [(start, end, [title])]

    ordered = sorted((b for b in bookings if b[0] < b[1]), key=lambda b: b[0])
    return reduce(step, ordered, [])
