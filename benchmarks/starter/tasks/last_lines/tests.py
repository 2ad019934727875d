from pathlib import Path

SERVICE_LOG = [
    "2024-05-01 10:00:01 start",
    "2024-05-01 10:00:02 listening on port 8080",
    "2024-05-01 10:07:45 connection refused",
    "\tretrying in 5 s",
    "2024-05-01 10:07:50 connected",
]


def written(name, content):
    Path(name).write_bytes(content)
    return name


def error_of(path, count):
    try:
        last_lines(path, count)
    except (OSError, ValueError) as error:
        return error
    return None


def test_the_last_lines_that_are_not_blank():
    assert last_lines("service.log", 1) == SERVICE_LOG[4:]
    assert last_lines("service.log", 3) == SERVICE_LOG[2:]


def test_all_lines_if_there_are_no_more():
    assert last_lines("service.log", 5) == SERVICE_LOG
    assert last_lines("service.log", 6) == SERVICE_LOG


def test_an_empty_file_and_a_blank_one():
    assert last_lines(written("empty.txt", b""), 2) == []
    assert last_lines(written("blank.txt", b"\n  \n\t\n"), 2) == []


def test_no_lines_are_asked_for():
    assert last_lines("service.log", 0) == []


def test_a_file_that_is_not_there():
    assert isinstance(error_of("nothing.log", 0), FileNotFoundError)
    assert isinstance(error_of("nothing.log", 3), FileNotFoundError)


def test_every_end_of_line_and_none_at_the_end():
    path = written("ends.txt", b"one\r\ntwo\rthree \n\nfour")
    assert last_lines(path, 10) == ["one", "two", "three", "four"]


def test_other_characters_end_no_line():
    text = "a\x0bb\x0cc\x1cd\x85e\u2028f\n  g\n"
    path = written("others.txt", text.encode())
    assert last_lines(path, 2) == ["a\x0bb\x0cc\x1cd\x85e\u2028f", "  g"]


def test_the_file_is_utf_8_where_it_can_be():
    path = written("latin.txt", "naïve\n".encode() + b"na\xefve\n")
    assert last_lines(path, 2) == ["naïve", "na\ufffdve"]


def test_the_file_stays_as_it_is():
    path = written("kept.txt", b"x\n\ny \n")
    last_lines(path, 1)
    assert Path(path).read_bytes() == b"x\n\ny \n"


def test_counts_below_zero_are_refused():
    assert isinstance(error_of("service.log", -1), ValueError)
    assert isinstance(error_of("nothing.log", -2), ValueError)


def test_the_end_of_a_large_file():
    def row(number):
        return f"{number:05} GET /articles/{number % 700}?page={number % 9}"

    with open("large.log", "w", encoding="utf-8") as file:
        for number in range(24000):
            file.write(row(number) + "\n\n")
    assert last_lines("large.log", 40) == [row(number) for number in range(23960, 24000)]
