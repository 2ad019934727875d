"""Merges bookings into occupied blocks."""

from datetime import datetime, timedelta

Booking = tuple[datetime, datetime, str]
Block = tuple[datetime, datetime, list[str]]


def merge_bookings(bookings: list[Booking], slack_minutes: int = 0) -> list[Block]:
    """Return the occupied blocks of `bookings`, ordered by start."""
    if slack_minutes < 0:
        raise ValueError(f"slack_minutes is negative: {slack_minutes}")
    for start, end, title in bookings:
        if end < start:
            raise ValueError(f"booking {title!r} ends before it starts")

    slack = timedelta(minutes=slack_minutes)
    blocks: list[Block] = []
    # Sorting by the start alone is stable: equal starts keep their given order.
    for start, end, title in sorted(bookings, key=lambda booking: booking[0]):
        if start == end:
            continue
        if not blocks or start - blocks[-1][1] > slack:
            blocks.append((start, end, [title]))
            continue
        block_start, block_end, titles = blocks[-1]
        if title not in titles:
            titles.append(title)
        blocks[-1] = (block_start, max(block_end, end), titles)
    return blocks
