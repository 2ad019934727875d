"""Wrong: compares with < where bookings that touch have to be merged."""

from datetime import datetime, timedelta


def merge_bookings(
    bookings: list[tuple[datetime, datetime, str]], slack_minutes: int = 0
) -> list[tuple[datetime, datetime, list[str]]]:
    if slack_minutes < 0:
        raise ValueError("negative slack")
    slack = timedelta(minutes=slack_minutes)
    blocks: list[tuple[datetime, datetime, list[str]]] = []
    for start, end, title in sorted(bookings, key=lambda booking: booking[0]):
        if end < start:
            raise ValueError("ends before it starts")
        if start == end:
            continue
        if blocks and start < blocks[-1][1] + slack:
            first, last, titles = blocks.pop()
            if title not in titles:
                titles.append(title)
            blocks.append((first, max(last, end), titles))
        else:
            blocks.append((start, end, [title]))
    return blocks
