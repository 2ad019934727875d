"""Tests of evaluate_formula."""


def check(candidate):
    # Numbers, names and spaces.
    assert candidate("7", {}) == 7
    assert candidate("  007 ", {}) == 7
    assert candidate("a", {"a": 5}) == 5
    assert candidate("Ab_1*a", {"Ab_1": -4, "a": 3, "b": 9}) == -12
    assert candidate("x9 + X9", {"x9": 1, "X9": 10}) == 11

    # Operators of the same strength go from left to right.
    assert candidate("10 - 4 - 3", {}) == 3
    assert candidate("100 / 7 * 7", {}) == 98
    assert candidate("2 * 9 / 4", {}) == 4
    assert candidate("8-3+2", {}) == 7

    # Strength and parentheses.
    assert candidate("2 + 3 * 4", {}) == 14
    assert candidate("(2 + 3) * 4", {}) == 20
    assert candidate("20 - 12 / 4 * 3 + 1", {}) == 12
    assert candidate("((((3))) - (2 - (1 - 5)))", {}) == -3
    assert candidate("2 * (width + 3) - 7 / 2", {"width": 4}) == 11

    # Rounding goes down, not to zero, and is exact.
    assert candidate("(0 - 7) / 2", {}) == -4
    assert candidate("7 / (1 - 3)", {}) == -4
    assert candidate("10000000000000000000001 / 3", {}) == 3333333333333333333333

    # Signs negate just what follows.
    assert candidate("-2 * 3 + 1", {}) == -5
    assert candidate("-7 / 2", {}) == -4
    assert candidate("2 - -3", {}) == 5
    assert candidate("2*-a", {"a": 6}) == -12
    assert candidate("- - -4", {}) == -4
    assert candidate("-(1 + 2) * -(2)", {}) == 6
    assert candidate("9 / -(2) - -1", {}) == -4

    # Parentheses in parentheses, and a long formula.
    assert candidate("(" * 60 + "1" + ")" * 60, {}) == 1
    terms = " + ".join(f"{number} * (a - {number % 3})" for number in range(600))
    assert candidate(terms, {"a": 2}) == sum(number * (2 - number % 3) for number in range(600))

    # No formulas.
    for refused in [
        "",
        "   ",
        "1 +",
        "+ 1",
        "1 + + 2",
        "* 2",
        "2 */ 3",
        "1 2",
        "a b",
        "2 (3)",
        "(2) 3",
        "(1",
        "1)",
        ")1(",
        "()",
        "1 - ()",
        "-",
        "3 -",
        "1.5",
        "2 ** 3",
        "7 // 2",
        "_a",
        "a.b",
        "9a",
        "1\t+ 2",
        "٣",
        "é",
        "unknown +",
        "(unknown",
        "1 / 0 )",
    ]:
        try:
            candidate(refused, {"a": 1, "b": 2, "_a": 3})
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {refused!r}"

    # Formulas whose values cannot be told.
    for formula, error in [
        ("1 + missing", KeyError),
        ("A", KeyError),
        ("1 / 0", ZeroDivisionError),
        ("5 / (a - 1) * 0", ZeroDivisionError),
    ]:
        try:
            candidate(formula, {"a": 1})
        except error:
            pass
        else:
            assert False, f"must raise {error.__name__}: {formula!r}"
