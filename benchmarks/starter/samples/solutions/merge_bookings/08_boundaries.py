from datetime import timedelta
from itertools import accumulate


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0:
        raise ValueError("slack_minutes must be >= 0")
    for booking in bookings:
        if booking[1] < booking[0]:
            raise ValueError("booking must not end before it starts")

    order = sorted(
        (index for index, booking in enumerate(bookings) if booking[0] != booking[1]),
        key=lambda index: bookings[index][0],
    )
    chosen = [bookings[index] for index in order]
    # latest[i] is the latest end among the first i + 1 bookings.
    latest = list(accumulate((end for _, end, _ in chosen), max))
    slack = timedelta(minutes=slack_minutes)
    cuts = [i for i in range(1, len(chosen)) if chosen[i][0] > latest[i - 1] + slack]

    blocks = []
    for low, high in zip([0] + cuts, cuts + [len(chosen)]):
        part = chosen[low:high]
        if part:
            blocks.append((part[0][0], latest[high - 1], list(dict.fromkeys(b[2] for b in part))))
    return blocks
