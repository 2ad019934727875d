"""Tests of busiest_hosts."""


def check(candidate):
    # Nothing, one, and more than there are.
    assert candidate([], 3) == []
    assert candidate(["a.org / 200 5"], 3) == [("a.org", 5, 1)]
    assert candidate(["a.org / 200 5", "b.org / 200 6"], 1) == [("b.org", 6, 1)]
    assert candidate(["a.org / 200 7"], 0) == []

    # Sums, whatever the path and the status are.
    assert candidate(["a / 200 5", "b /x 404 9", "a /y 500 6", "a - - 10"], 2) == [
        ("a", 21, 3),
        ("b", 9, 1),
    ]

    assert candidate(["a / 200 3", "b / 200 10", "a / 200 4"], 2) == [("b", 10, 1), ("a", 7, 2)]

    # Case, spaces and line ends.
    assert candidate(["A.Org / 200 1\n", " a.oRG   /x  200  2 \r\n"], 9) == [("a.org", 3, 2)]

    # No bytes are a request all the same.
    assert candidate(["a / 304 -", "a / 200 4", "b / 304 -", "c / 200 0"], 9) == [
        ("a", 4, 2),
        ("b", 0, 1),
        ("c", 0, 1),
    ]

    # Ties: more requests, then the alphabet.
    assert candidate(["d / 1 6", "c / 1 3", "c / 1 3", "b / 1 6", "e / 1 5", "e / 1 1"], 4) == [
        ("c", 6, 2),
        ("e", 6, 2),
        ("b", 6, 1),
        ("d", 6, 1),
    ]

    # Lines that are none.
    assert candidate(
        [
            "",
            "a",
            "b / 200",
            "c / 200 12 x",
            "d / 200 +5",
            "e / 200 -5",
            "f / 200 1.5",
            "g / 200 --",
            "h / 200 ٣",
            "i / 200 1_0",
            "j\t/\t200\t4",
            "k / 200 x",
            "l / 200 ²",
            "z / 200 3",
        ],
        20,
    ) == [("z", 3, 1)]

    # Numbers of any size.
    assert candidate([f"a / 200 {10**30}", "a / 200 1"], 1) == [("a", 10**30 + 1, 2)]

    # An iterator that can be read once.
    assert candidate(iter(["a / 200 8", "b / 200 1"]), 5) == [("a", 8, 1), ("b", 1, 1)]

    # A long log of forty hosts.
    log = [f"Host{place % 40}.example /p/{place} 200 {place % 40 + 3}" for place in range(8000)]
    assert candidate(log, 3) == [
        ("host39.example", 8400, 200),
        ("host38.example", 8200, 200),
        ("host37.example", 8000, 200),
    ]
