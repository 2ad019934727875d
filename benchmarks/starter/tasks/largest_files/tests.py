"""Tests of largest_files."""


def check(candidate):
    # No files, in several ways.
    assert candidate({}, 3) == []
    assert candidate({"a": {}, "b": {"c": {}}}, 3) == []
    assert candidate({"a": 1}, 0) == []

    # Files of one folder.
    assert candidate({"a": 5}, 1) == [("a", 5)]
    assert candidate({"a": 5, "b": 7, "c": 6}, 2) == [("b", 7), ("c", 6)]
    assert candidate({"a": 5, "b": 7}, 9) == [("b", 7), ("a", 5)]
    assert candidate({"empty": 0}, 1) == [("empty", 0)]

    # Folders in folders.
    tree = {"a.txt": 10, "img": {"x.png": 70, "old": {"x.png": 71, "z": {"w": 3}}}, "b": 69}
    assert candidate(tree, 3) == [("img/old/x.png", 71), ("img/x.png", 70), ("b", 69)]
    assert candidate(tree, 5)[3:] == [("a.txt", 10), ("img/old/z/w", 3)]

    # Equal sizes: by path, which is not the order of the names.
    assert candidate({"b": 4, "a": {"c": 4}, "a.c": 4, "A": 4}, 4) == [
        ("A", 4),
        ("a.c", 4),
        ("a/c", 4),
        ("b", 4),
    ]
    assert candidate({"z": 1, "y": 1, "x": 1}, 2) == [("x", 1), ("y", 1)]

    # Sizes are numbers, not texts.
    assert candidate({"a": 9, "b": 10, "c": 100}, 3) == [("c", 100), ("b", 10), ("a", 9)]

    # The tree stays as it is.
    given = {"a": {"b": 2}, "c": 1}
    candidate(given, 1)
    assert given == {"a": {"b": 2}, "c": 1}

    # Forty folders deep.
    deep = {"file": 1}
    for _ in range(40):
        deep = {"d": deep}
    assert candidate(deep, 1) == [("d/" * 40 + "file", 1)]

    # Six thousand files.
    many = {
        f"user{user}": {
            f"{year}": {f"report-{number}.txt": 10**4 + number * year % 997 for number in range(50)}
            for year in range(2018, 2024)
        }
        for user in range(20)
    }
    many["user7"]["2020"]["backup.bin"] = 10**6
    many["user11"]["2019"]["photo.raw"] = 10**5
    found = candidate(many, 22)
    assert found[:2] == [("user7/2020/backup.bin", 10**6), ("user11/2019/photo.raw", 10**5)]
    largest = max(10**4 + number * year % 997 for number in range(50) for year in range(2018, 2024))
    assert {size for _path, size in found[2:]} == {largest}
    assert [path for path, _size in found[2:]] == sorted(path for path, _size in found[2:])

    # Errors.
    for count in (-1, -7):
        try:
            candidate({"a": 1, "b": 2}, count)
        except ValueError:
            pass
        else:
            assert False, f"must raise ValueError: {count}"
