"""Tests of longest_outage."""

from datetime import datetime, timedelta


def check(candidate):
    def lines(*seen):
        return [f"2024-05-01T{entry}" for entry in seen]

    def outage(hour, minute, second, **duration):
        return datetime(2024, 5, 1, hour, minute, second), timedelta(**duration)

    # No outage.
    assert candidate([]) is None
    assert candidate(lines("10:00:00 up")) is None
    assert candidate(lines("10:00:00 up", "11:00:00 up")) is None
    assert candidate(lines("10:00:00 down")) is None

    # One outage: to the next "up", to the last line, through several lines.
    assert candidate(lines("10:00:00 down", "10:02:30 up")) == outage(10, 0, 0, seconds=150)
    assert candidate(lines("10:00:00 up", "10:01:00 down", "10:05:00 down")) == outage(
        10, 1, 0, minutes=4
    )
    assert candidate(
        lines("09:00:00 down", "09:00:20 down", "09:01:00 down", "09:02:00 up", "12:00:00 up")
    ) == outage(9, 0, 0, minutes=2)

    # The longest of several, the first of equals.
    assert candidate(
        lines(
            "01:00:00 down",
            "01:10:00 up",
            "02:00:00 down",
            "02:20:00 up",
            "03:00:00 down",
            "03:20:00 up",
            "04:00:00 down",
            "04:19:59 down",
        )
    ) == outage(2, 0, 0, minutes=20)
    assert candidate(
        lines("01:00:00 down", "01:00:01 up", "01:00:02 up", "01:00:03 down", "01:00:05 down")
    ) == outage(1, 0, 3, seconds=2)

    # No time at all is no outage, but may begin or end one.
    assert candidate(lines("10:00:00 down", "10:00:00 up", "10:30:00 up")) is None
    assert candidate(lines("10:00:00 down", "10:00:00 down", "10:00:00 up")) is None
    assert candidate(lines("10:00:00 up", "10:00:00 down", "10:00:07 up")) == outage(
        10, 0, 0, seconds=7
    )

    # Over midnight, and over the end of February.
    assert candidate(["2024-02-28T23:59:59 down", "2024-03-01T00:00:00 up"]) == (
        datetime(2024, 2, 28, 23, 59, 59),
        timedelta(days=1, seconds=1),
    )

    # An iterator that can be read once.
    assert candidate(iter(lines("05:00:00 down", "05:00:09 up"))) == outage(5, 0, 0, seconds=9)

    # Two months, a line a quarter of an hour: each outage lasts for one to nine lines.
    start = datetime(2024, 1, 1)
    many = []
    for day in range(60):
        for quarter in range(96):
            state = "down" if quarter % 48 < day % 9 + 1 else "up"
            seen = start + timedelta(days=day, minutes=15 * quarter)
            many.append(f"{seen.isoformat()} {state}")
    assert candidate(many) == (datetime(2024, 1, 9), timedelta(minutes=135))

    # Errors.
    for refused in [
        ["10:00:00 up"],
        [""],
        ["2024-05-01T10:00:00"],
        ["2024-05-01T10:00:00 "],
        ["2024-05-01T10:00:00 broken"],
        ["2024-05-01T10:00:00 UP"],
        ["2024-05-01T10:00:00  up"],
        ["2024-05-01T25:00:00 up"],
        ["2024-02-30T10:00:00 down"],
        ["today up"],
        ["up 2024-05-01T10:00:00"],
        ["2024-05-01T10:00:00 up", "2024-05-01T09:59:59 up"],
        ["2024-05-01T10:00:00 down", "2024-05-01T10:00:01 up", "2024-04-30T11:00:00 down"],
    ]:
        try:
            candidate(refused)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {refused}"
