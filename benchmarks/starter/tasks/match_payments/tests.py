"""Tests of match_payments."""


def check(candidate):
    def items(invoices, payments):
        return list(candidate(dict(invoices), payments).items())

    # Nothing at all, nothing paid, and all paid.
    assert items([], []) == []
    assert items([("A", 5), ("B", 7)], []) == [("A", 5), ("B", 7)]
    assert items([("A", 5), ("B", 7)], [("B", 7), ("A", 5)]) == []

    # Parts, too much, and chargebacks.
    assert items([("A", 500)], [("A", 200), ("A", 150)]) == [("A", 150)]
    assert items([("A", 500)], [("A", 501)]) == [("A", -1)]
    assert items([("A", 500)], [("A", 500), ("A", -500)]) == [("A", 500)]
    assert items([("A", 1)], [("A", 0)]) == [("A", 1)]

    # Case, spaces and hyphens do not count; other characters do.
    assert items([("RE-2024-17", 100)], [("re 2024 17", 30), ("Re2024-17 ", 30)]) == [
        ("RE-2024-17", 40)
    ]
    assert items([("a b", 10)], [("A-B", 4)]) == [("a b", 6)]
    assert items([("A_1", 10)], [("A1", 10)]) == [("A_1", 10), ("", 10)]

    # The order and the spelling of the invoices, whatever the order of the payments.
    assert items([("z-1", 9), ("A-1", 8), ("m 1", 7)], [("M1", 1), ("Z1", 1)]) == [
        ("z-1", 8),
        ("A-1", 8),
        ("m 1", 6),
    ]

    # Payments without an invoice come last, also if they cancel out.
    assert items([("A", 5)], [("B", 3), ("C", 4)]) == [("A", 5), ("", 7)]
    assert items([("A", 5)], [("A", 5), ("X", 3), ("X", -3)]) == [("", 0)]
    assert items([], [("X", 3)]) == [("", 3)]

    # The arguments stay as they are.
    invoices, payments = {"B 1": 5, "A 1": 6}, [("b1", 5), ("?", 1)]
    candidate(invoices, payments)
    assert (invoices, payments) == ({"B 1": 5, "A 1": 6}, [("b1", 5), ("?", 1)])

    # A month of payments.
    many = [(f"RE-24-{number:03}", 10**6) for number in range(36)]
    paid = [(f"re 24 {place * 7 % 40:03}", place % 5) for place in range(20000)]
    expected = {reference: cents for reference, cents in many}
    for place in range(20000):
        number = place * 7 % 40
        key = many[number][0] if number < 36 else ""
        expected[key] = expected.get(key, 0) + (place % 5 if key == "" else -(place % 5))
    assert items(many, paid) == list(expected.items())

    # Errors.
    for refused in [
        {"A-1": 5, "a1": 5},
        {"A": 5, "B": 6, "a ": 7},
        {"A": 0},
        {"A": 5, "B": -1},
    ]:
        try:
            candidate(refused, [("A", 5)])
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {refused}"
