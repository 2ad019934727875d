"""Tests of build_order."""


def check(candidate):
    # A dependency comes first, even if its name sorts last.
    assert candidate({"a": ["z"], "z": []}) == ["z", "a"]
    assert candidate({"app": ["net", "log"], "net": ["log"], "docs": []}) == [
        "docs",
        "log",
        "net",
        "app",
    ]

    # Nothing to do.
    assert candidate({}) == []
    assert candidate({}, []) == []
    assert candidate({"a": ["b"], "b": []}, []) == []

    # A component that is only mentioned is built too, and can be a target.
    assert candidate({"app": ["lib"]}) == ["lib", "app"]
    assert candidate({"app": ["lib"]}, ["lib"]) == ["lib"]

    # Ties: by name, not by position, and as plain strings.
    assert candidate({"c": [], "a": [], "b": []}) == ["a", "b", "c"]
    assert candidate({"b": [], "B": [], "é": [], "10": [], "9": []}) == [
        "10",
        "9",
        "B",
        "b",
        "é",
    ]
    # "b" becomes ready when "a" is built and then comes before "x" and "y".
    assert candidate({"y": [], "x": [], "a": [], "b": ["a"]}) == ["a", "b", "x", "y"]
    # "a" waits for "m", and then comes before "n", which was ready earlier.
    assert candidate({"n": [], "a": ["m"], "m": [], "z": ["n"]}) == ["m", "a", "n", "z"]

    # A diamond, and a dependency that is named twice.
    assert candidate({"top": ["l", "r"], "l": ["base"], "r": ["base"]}) == [
        "base",
        "l",
        "r",
        "top",
    ]
    assert candidate({"a": ["b", "b", "c", "b"], "b": ["c"]}) == ["c", "b", "a"]

    # Targets: what they need, once, however the targets are given.
    wide = {"app": ["net"], "net": ["log"], "docs": ["log"], "tool": []}
    assert candidate(wide, ["net"]) == ["log", "net"]
    assert candidate(wide, ["net", "docs", "net"]) == ["log", "docs", "net"]
    assert wide == {"app": ["net"], "net": ["log"], "docs": ["log"], "tool": []}

    # A long chain.
    chain = {f"c{number:04}": [f"c{number + 1:04}"] for number in range(150)}
    assert candidate(chain) == [f"c{number:04}" for number in range(150, -1, -1)]

    # Unknown targets.
    for unknown in (["nowhere"], ["a", "nowhere"]):
        try:
            candidate({"a": ["b"]}, unknown)
        except KeyError:
            pass
        else:
            assert False, "an unknown target must raise KeyError"

    # Cycles: long, short, of one, and behind a target.
    cycles = [
        ({"a": ["b"], "b": ["c"], "c": ["a"]}, None),
        ({"a": ["b"], "b": ["a"], "free": []}, None),
        ({"self": ["self"]}, None),
        ({"t": ["a"], "a": ["b"], "b": ["a"]}, ["t"]),
    ]
    for graph, targets in cycles:
        try:
            candidate(graph, targets)
        except ValueError:
            pass
        else:
            assert False, "a cycle must raise ValueError"

    # A cycle that the target does not need.
    assert candidate({"t": ["u"], "a": ["b"], "b": ["a"]}, ["t"]) == ["u", "t"]
