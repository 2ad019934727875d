from datetime import datetime, timedelta


def merge_bookings(
    bookings: list[tuple[datetime, datetime, str]], slack_minutes: int = 0
) -> list[tuple[datetime, datetime, list[str]]]:
    if slack_minutes < 0:
        raise ValueError("slack_minutes must not be negative")
    if any(end < start for start, end, _ in bookings):
        raise ValueError("a booking ends before it starts")

    slack = timedelta(minutes=slack_minutes)
    bookings.sort(key=lambda booking: booking[0])

    blocks: list[tuple[datetime, datetime, list[str]]] = []
    for start, end, title in bookings:
        if start == end:
            continue
        if blocks and start - blocks[-1][1] <= slack:
            first, last, titles = blocks.pop()
            if title not in titles:
                titles.append(title)
            blocks.append((first, max(last, end), titles))
        else:
            blocks.append((start, end, [title]))
    return blocks
