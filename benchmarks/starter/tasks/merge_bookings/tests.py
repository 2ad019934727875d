"""Tests of merge_bookings."""

from datetime import datetime, timedelta, timezone


def at(hour, minute=0, day=1):
    return datetime(2024, 5, day, hour, minute)


def check(candidate):
    # Nothing, one, and two apart in the wrong order.
    assert candidate([]) == []
    assert candidate([(at(9), at(10), "a")]) == [(at(9), at(10), ["a"])]
    assert candidate([(at(14), at(15), "late"), (at(9), at(10), "early")]) == [
        (at(9), at(10), ["early"]),
        (at(14), at(15), ["late"]),
    ]

    # Overlapping, touching, a minute apart.
    assert candidate([(at(9), at(11), "a"), (at(10), at(12), "b")]) == [
        (at(9), at(12), ["a", "b"])
    ]
    assert candidate([(at(9), at(10), "a"), (at(10), at(11), "b")]) == [
        (at(9), at(11), ["a", "b"])
    ]
    assert candidate([(at(9), at(10), "a"), (at(10, 1), at(11), "b")]) == [
        (at(9), at(10), ["a"]),
        (at(10, 1), at(11), ["b"]),
    ]

    # One booking inside another does not shorten the block.
    assert candidate(
        [(at(9), at(17), "fair"), (at(10), at(11), "talk"), (at(16), at(18), "party")]
    ) == [(at(9), at(18), ["fair", "talk", "party"])]

    # Slack: exactly that long still joins, and it is minutes, across midnight too.
    apart = [(at(9), at(10), "a"), (at(10, 15), at(11), "b")]
    assert candidate(apart, 15) == [(at(9), at(11), ["a", "b"])]
    assert len(candidate(apart, 14)) == 2
    assert candidate([(at(22), at(23, 50), "a"), (at(0, 5, day=2), at(1, day=2), "b")], 15) == [
        (at(22), at(1, day=2), ["a", "b"])
    ]
    # The same times on another day are far apart.
    assert len(candidate([(at(9), at(10), "a"), (at(10, 5, day=3), at(11, day=3), "b")], 30)) == 2

    # Titles: by start; for equal starts as given, neither by title nor by end; once.
    assert candidate(
        [(at(9), at(12), "zebra"), (at(9), at(10), "ant"), (at(8), at(9), "midge")]
    ) == [(at(8), at(12), ["midge", "zebra", "ant"])]
    assert candidate(
        [
            (at(9), at(10), "Café"),
            (at(9, 30), at(10), "b"),
            (at(10), at(11), "Café"),
            (at(12), at(13), "Café"),
        ]
    ) == [(at(9), at(11), ["Café", "b"]), (at(12), at(13), ["Café"])]

    # Bookings without length vanish, and join nothing.
    assert candidate([(at(9), at(9), "nothing")]) == []
    assert candidate(
        [(at(9), at(10), "a"), (at(10, 5), at(10, 5), "nothing"), (at(10, 8), at(11), "b")], 5
    ) == [(at(9), at(10), ["a"]), (at(10, 8), at(11), ["b"])]

    # Aware times are compared as moments, whatever their zones.
    berlin = timezone(timedelta(hours=2))
    merged = candidate(
        [
            (
                datetime(2024, 5, 1, 11, 0, tzinfo=berlin),
                datetime(2024, 5, 1, 12, 0, tzinfo=berlin),
                "b",
            ),
            (
                datetime(2024, 5, 1, 8, 30, tzinfo=timezone.utc),
                datetime(2024, 5, 1, 9, 15, tzinfo=timezone.utc),
                "a",
            ),
        ]
    )
    assert merged == [
        (
            datetime(2024, 5, 1, 8, 30, tzinfo=timezone.utc),
            datetime(2024, 5, 1, 10, 0, tzinfo=timezone.utc),
            ["a", "b"],
        )
    ]

    # The argument stays as it is.
    given = [(at(14), at(15), "b"), (at(9), at(9), "none"), (at(9), at(10), "a")]
    candidate(given)
    assert given == [(at(14), at(15), "b"), (at(9), at(9), "none"), (at(9), at(10), "a")]

    # Errors.
    refused = [
        ([(at(10), at(9), "backwards")], 0),
        ([(at(9), at(10), "a"), (at(12), at(11), "backwards")], 120),
        ([(at(9), at(10), "a")], -1),
        ([], -5),
    ]
    for bookings, slack in refused:
        try:
            candidate(bookings, slack)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {bookings}, {slack}"
