"""Wrong: sorts whole tuples, so equal starts come in the order of ends and titles."""

from datetime import datetime, timedelta


def merge_bookings(
    bookings: list[tuple[datetime, datetime, str]], slack_minutes: int = 0
) -> list[tuple[datetime, datetime, list[str]]]:
    if slack_minutes < 0:
        raise ValueError("negative slack")
    slack = timedelta(minutes=slack_minutes)
    blocks: list[list] = []
    for start, end, title in sorted(bookings):
        if end < start:
            raise ValueError("ends before it starts")
        if start == end:
            continue
        if blocks and start <= blocks[-1][1] + slack:
            blocks[-1][1] = max(blocks[-1][1], end)
            if title not in blocks[-1][2]:
                blocks[-1][2].append(title)
        else:
            blocks.append([start, end, [title]])
    return [tuple(block) for block in blocks]
