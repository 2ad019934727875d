"""Tests of wrap_text."""


def check(candidate):
    # Words that fit, exactly fit, and do not.
    assert candidate("The quick brown fox", 10) == ["The quick", "brown fox"]
    assert candidate("The quick brown fox", 9) == ["The quick", "brown fox"]
    assert candidate("The quick brown fox", 8) == ["The", "quick", "brown", "fox"]
    assert candidate("The quick brown fox", 19) == ["The quick brown fox"]
    assert candidate("The quick brown fox", 18) == ["The quick brown", "fox"]
    assert candidate("a b c", 1) == ["a", "b", "c"]
    assert candidate("a b c d", 3) == ["a b", "c d"]

    # White space of any kind and length.
    assert candidate("  one\ttwo \n three  ", 40) == ["one two three"]
    assert candidate("one    two", 7) == ["one two"]

    # Nothing to show.
    assert candidate("", 5) == []
    assert candidate(" \n\n \t\n", 5) == []

    # Words longer than a line.
    assert candidate("abcdefgh", 3) == ["abc", "def", "gh"]
    assert candidate("abcdef", 3) == ["abc", "def"]
    assert candidate("x abcdefgh y z", 4) == ["x", "abcd", "efgh", "y z"]
    assert candidate("x abcdefg y zz", 5) == ["x", "abcde", "fg y", "zz"]
    assert candidate("abc", 1) == ["a", "b", "c"]

    # Paragraphs.
    assert candidate("one\n\ntwo", 20) == ["one", "", "two"]
    assert candidate("one\n \n\t\n\ntwo three", 6) == ["one", "", "two", "three"]
    assert candidate("\n\n one\n\n", 5) == ["one"]
    assert candidate("one\ntwo\n\nthree\n\n\nfour", 9) == ["one two", "", "three", "", "four"]

    # Characters count, not bytes.
    assert candidate("naïve café", 10) == ["naïve café"]

    # A long text: a line of 18 groups of words has 251 characters, a paragraph has 6 lines.
    line = " ".join(["a bb ccc dddd"] * 18)
    paragraph = " ".join([line] * 6)
    lines = candidate("\n\n".join([paragraph] * 70), 251)
    assert lines == [*([line] * 6 + [""]) * 69, *[line] * 6]

    # Errors.
    for width in (0, -3):
        try:
            candidate("word", width)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {width}"
