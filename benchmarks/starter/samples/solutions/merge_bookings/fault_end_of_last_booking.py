from datetime import timedelta


def merge_bookings(bookings, slack_minutes=0):
    if slack_minutes < 0:
        raise ValueError("slack_minutes must not be negative")
    slack = timedelta(minutes=slack_minutes)

    merged = []
    for start, end, title in sorted(bookings, key=lambda booking: booking[0]):
        if end < start:
            raise ValueError("booking ends before it starts")
        if start == end:
            continue
        if merged and start <= merged[-1][1] + slack:
            block_start, _, titles = merged[-1]
            if title not in titles:
                titles.append(title)
            # Extend the block to the end of this booking.
            merged[-1] = (block_start, end, titles)
        else:
            merged.append((start, end, [title]))
    return merged
