def last_lines(path: str, count: int) -> list[str]:
    """Return the last lines of a text file that hold more than white space.

    The result has at most `count` lines, in the order of the file, each without the white
    space at its end. Lines end with a line feed, a carriage return, or both; other
    characters end no line. The file is UTF-8; bytes that are not are read as U+FFFD.
    Files may be far larger than what is asked for.

    Raises ValueError if `count` is negative, and FileNotFoundError if there is no such
    file, also if `count` is zero.
    """
