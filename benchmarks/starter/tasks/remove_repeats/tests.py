"""Tests of remove_repeats."""


def check(candidate):
    def after(labels):
        removed = candidate(labels)
        return removed, labels

    # Nothing to remove.
    assert after([]) == (0, [])
    assert after(["a"]) == (0, ["a"])
    assert after(["b", "a", "ab"]) == (0, ["b", "a", "ab"])

    # Repeats, next to each other and apart, and many of them.
    assert after(["a", "a"]) == (1, ["a"])
    assert after(["b", "a", "b", "c", "a"]) == (2, ["b", "a", "c"])
    assert after(["x"] * 5) == (4, ["x"])

    # Case and spaces at the ends; the first spelling stays.
    assert after([" Red", "red", "RED  ", "Blue"]) == (2, [" Red", "Blue"])
    assert after(["a b", "ab", "a  b"]) == (0, ["a b", "ab", "a  b"])
    assert after(["Straße", "STRASSE"]) == (1, ["Straße"])
    assert after(["Xa", "a", "aX"]) == (0, ["Xa", "a", "aX"])
    assert after(["a\n", "a", "\ta"]) == (0, ["a\n", "a", "\ta"])

    # Empty labels, all of them; other white space is not empty.
    assert after(["", "a", "  ", "a ", ""]) == (4, ["a"])
    assert after([" "]) == (1, [])
    assert after(["\t"]) == (0, ["\t"])

    # A long list.
    labels = [f"{' ' * (place % 3)}Label {place % 70}" for place in range(24000)]
    expected = [f"{' ' * (place % 3)}Label {place}" for place in range(70)]
    assert after(labels) == (23930, expected)
