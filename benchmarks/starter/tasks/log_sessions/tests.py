"""Tests of log_sessions."""

from datetime import datetime


def at(hour, minute=0, second=0, day=1):
    return datetime(2024, 5, day, hour, minute, second)


def check(candidate):
    # Nothing in, nothing out.
    assert list(candidate([])) == []
    assert list(candidate(["", "   \n", "# started", "  # indented comment here"])) == []

    # One event is a session; the last sessions close when the lines end.
    assert list(candidate(["2024-05-01T09:00:00 alice open"])) == [
        ("alice", at(9), at(9), 1)
    ]
    assert list(
        candidate(["2024-05-01T09:00:00 alice open", "2024-05-01T09:10:00 alice save"])
    ) == [("alice", at(9), at(9, 10), 2)]

    # The gap: exactly as long still belongs, one second more does not.
    edge = ["2024-05-01T09:00:00 a x", "2024-05-01T09:30:00 a x", "2024-05-01T10:00:01 a x"]
    assert list(candidate(edge)) == [
        ("a", at(9), at(9, 30), 2),
        ("a", at(10, 0, 1), at(10, 0, 1), 1),
    ]
    # It is counted from the previous event, not from the start, and in seconds.
    steps = [f"2024-05-01T09:00:{second:02} a x" for second in (0, 10, 20, 31)]
    assert list(candidate(steps, 10)) == [
        ("a", at(9), at(9, 0, 20), 3),
        ("a", at(9, 0, 31), at(9, 0, 31), 1),
    ]
    assert list(candidate(steps[:1] * 2 + steps[1:2], max_gap=0)) == [
        ("a", at(9), at(9), 2),
        ("a", at(9, 0, 10), at(9, 0, 10), 1),
    ]
    # A day and a minute later is a long gap.
    days = ["2024-05-01T09:00:00 a x", "2024-05-02T09:01:00 a x"]
    assert list(candidate(days)) == [
        ("a", at(9), at(9), 1),
        ("a", at(9, 1, day=2), at(9, 1, day=2), 1),
    ]

    # Open sessions close in the order in which they began, not by name or last event.
    woven = [
        "2024-05-01T09:00:00 zoe x",
        "2024-05-01T09:00:00 bob x",
        "2024-05-01T09:05:00 amy x",
        "2024-05-01T09:06:00 zoe x",
    ]
    assert list(candidate(woven)) == [
        ("zoe", at(9), at(9, 6), 2),
        ("bob", at(9), at(9), 1),
        ("amy", at(9, 5), at(9, 5), 1),
    ]
    # A user who comes back began anew, and so closes after the others.
    back = [
        "2024-05-01T09:00:00 zoe x",
        "2024-05-01T09:20:00 bob x",
        "2024-05-01T09:40:00 zoe x",
        "2024-05-01T09:45:00 bob x",
    ]
    assert list(candidate(back)) == [
        ("zoe", at(9), at(9), 1),
        ("bob", at(9, 20), at(9, 45), 2),
        ("zoe", at(9, 40), at(9, 40), 1),
    ]

    # A logout closes at once, belongs to the session, and may stand alone.
    logouts = [
        "2024-05-01T09:00:00 amy x",
        "2024-05-01T09:01:00 bob x",
        "2024-05-01T09:02:00 bob logout",
        "2024-05-01T09:03:00 bob x",
        "2024-05-01T12:00:00 amy logout",
    ]
    assert list(candidate(logouts)) == [
        ("bob", at(9, 1), at(9, 2), 2),
        ("amy", at(9), at(9), 1),
        ("amy", at(12), at(12), 1),
        ("bob", at(9, 3), at(9, 3), 1),
    ]
    # Only exactly that action does it.
    assert list(
        candidate(
            [
                "2024-05-01T09:00:00 amy logout failed",
                "2024-05-01T09:00:01 amy Logout",
                "2024-05-01T09:00:02 amy view logout",
                "2024-05-01T09:00:03 amy   logout  \n",
                "2024-05-01T09:00:04 amy open",
            ]
        )
    ) == [("amy", at(9), at(9, 0, 3), 4), ("amy", at(9, 0, 4), at(9, 0, 4), 1)]

    # Lines that are not events; white space of any kind; names in any script.
    untidy = [
        "2024-05-01T09:00:00\t zoë \topen the  report\n",
        "2024-05-01T09:01:00 zoë",
        "yesterday zoë open",
        "2024-13-01T09:02:00 zoë open",
        "#2024-05-01T09:03:00 zoë open",
        "   2024-05-01T09:04:00 zoë # not a comment",
    ]
    assert list(candidate(untidy)) == [("zoë", at(9), at(9, 4), 2)]

    # The lines may come from a generator, and the result is an iterator.
    assert list(candidate(line for line in edge)) == list(candidate(edge))
    sessions = candidate(edge)
    assert next(sessions) == ("a", at(9), at(9, 30), 2)
    assert next(sessions) == ("a", at(10, 0, 1), at(10, 0, 1), 1)

    # Time running backwards, for one user and across users; skipped lines have no time.
    for other in ("amy", "bob"):
        try:
            list(candidate(["2024-05-01T09:00:01 amy x", f"2024-05-01T09:00:00 {other} x"]))
        except ValueError:
            pass
        else:
            assert False, "an earlier event must raise ValueError"
    assert list(
        candidate(
            [
                "2024-05-01T09:00:00 amy x",
                "2024-05-01T11:00:00 amy",
                "2024-05-01T09:10:00 amy x",
            ]
        )
    ) == [("amy", at(9), at(9, 10), 2)]
