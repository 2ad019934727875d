from datetime import datetime


def merge_bookings(
    bookings: list[tuple[datetime, datetime, str]], slack_minutes: int = 0
) -> list[tuple[datetime, datetime, list[str]]]:
    """Merge the bookings of a room into the blocks of time in which it is occupied.

    A booking is (start, end, title). Return the blocks, ordered by start, as tuples
    (start, end, titles). A booking belongs to the block before it if it starts no later
    than `slack_minutes` after that block's end; so bookings that overlap or touch always
    share a block. A block lasts from the earliest start to the latest end of its
    bookings.

    `titles` lists the titles of the block's bookings in the order of their starts, those
    of equal start in the order in which they were given. Each title is listed once, at
    its first place.

    A booking that ends when it starts occupies nothing and is left out, title included.
    Raises ValueError if a booking ends before it starts or if `slack_minutes` is
    negative.

    Bookings come in any order. All times are naive, or all are aware, then of any time
    zones. The bookings are not changed.

    >>> nine, ten, eleven = (datetime(2024, 5, 1, hour) for hour in (9, 10, 11))
    >>> blocks = merge_bookings([(ten, eleven, "review"), (nine, ten, "planning")])
    >>> blocks == [(nine, eleven, ["planning", "review"])]
    True
    """
