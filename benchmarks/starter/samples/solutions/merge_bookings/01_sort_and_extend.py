from datetime import datetime, timedelta


def merge_bookings(
    bookings: list[tuple[datetime, datetime, str]], slack_minutes: int = 0
) -> list[tuple[datetime, datetime, list[str]]]:
    if slack_minutes < 0:
        raise ValueError("slack_minutes must not be negative")

    for start, end, _ in bookings:
        if end < start:
            raise ValueError("a booking ends before it starts")

    slack = timedelta(minutes=slack_minutes)
    blocks = []
    for start, end, title in sorted(bookings, key=lambda b: b[0]):
        if start == end:
            continue
        if blocks and start <= blocks[-1][1] + slack:
            last = blocks[-1]
            last[1] = max(last[1], end)
            if title not in last[2]:
                last[2].append(title)
        else:
            blocks.append([start, end, [title]])
    return [(start, end, titles) for start, end, titles in blocks]
