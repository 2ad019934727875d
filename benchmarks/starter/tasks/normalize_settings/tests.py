"""Tests of normalize_settings."""


def same(left, right):
    """Equality that tells True from 1 and minds the order of keys."""
    return repr(left) == repr(right)


def check(candidate):
    def normal(settings):
        assert candidate(settings) is None, "works in place, returns nothing"
        return settings

    # Nothing to do.
    assert normal({}) == {}
    assert normal({"a": 1, "b": "text"}) == {"a": 1, "b": "text"}

    # Keys: edges, case, separators one for one, and the order stays.
    assert normal({"  Max-Size ": 1}) == {"max_size": 1}
    assert normal({"a - b": 1, "x--y  z": 2}) == {"a___b": 1, "x__y__z": 2}
    assert same(normal({"Zulu": 1, "alpha": 2, "MIKE-x": 3}), {"zulu": 1, "alpha": 2, "mike_x": 3})
    assert normal({"ÄRGER Stufe": 1, "": 2}) == {"ärger_stufe": 1, "": 2}

    # Words for bools and None, in any case and with space around them.
    assert same(
        normal({"a": "true", "b": "YES", "c": " On ", "d": "False", "e": "no", "f": "oFF\n"}),
        {"a": True, "b": True, "c": True, "d": False, "e": False, "f": False},
    )
    assert normal({"a": "None", "b": "NULL", "c": "", "d": "  \t"}) == dict.fromkeys("abcd")

    # Integers, and texts that only look like some.
    assert same(
        normal({"a": " 42 ", "b": "-7", "c": "007", "d": "0", "e": "1" * 30}),
        {"a": 42, "b": -7, "c": 7, "d": 0, "e": int("1" * 30)},
    )
    texts = dict(zip("abcdefgh", ["1.5", "+3", "1_000", "- 3", "--3", "-", "٣", "²"]))
    assert same(normal(dict(texts)), texts)

    # Other texts only lose the space around them.
    assert normal({"a": "  Hello  World-Wide ", "b": "yes please", "c": "nobody"}) == {
        "a": "Hello  World-Wide",
        "b": "yes please",
        "c": "nobody",
    }

    # Values that are no texts stay.
    others = {"a": 1, "b": 0.5, "c": True, "d": None, "e": (" 1 ", "yes"), "f": 0}
    assert same(normal(dict(others)), others)

    # Depth: dicts in dicts, lists, lists of lists, dicts in lists.
    assert same(
        normal({"Out-Er": {"In Ner": {"DEEP-key": "on"}}, "empty": {}}),
        {"out_er": {"in_ner": {"deep_key": True}}, "empty": {}},
    )
    assert same(
        normal({"L": [" 1 ", "no", ["Null", [" x "]], {"Key-A": ["-2"]}, 3, []]}),
        {"l": [1, False, [None, ["x"]], {"key_a": [-2]}, 3, []]},
    )

    # Many keys that all change.
    assert normal({f"Key-{n}": str(n) for n in range(50)}) == {f"key_{n}": n for n in range(50)}

    # Two keys that become one, at the top, deep down and inside a list.
    clashes = [
        {"b": " 1 ", "A-b": 1, "a_b": 2},
        {"First": "1", "deep": {"X": "yes", " x ": 2}},
        {"First": "1", "list": [{"fine": 1}, {"a b": 1, "a-b": 2}]},
    ]
    for clash in clashes:
        before = repr(clash)
        try:
            candidate(clash)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {before}"
        assert repr(clash) == before, "an error must leave the settings as they were"
    # The same key in two different dicts is no clash.
    assert normal({"A": {"Key": 1}, "B": {"key": 2}}) == {"a": {"key": 1}, "b": {"key": 2}}
