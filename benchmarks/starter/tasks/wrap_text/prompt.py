def wrap_text(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` characters.

    Words are what lies between white space; between two words of a line there is one
    space, and a line has neither leading nor trailing spaces. Each line takes as many
    words as fit. A word that is longer than `width` starts on a line of its own and is
    broken into pieces of `width` characters; its last piece begins a line that goes on
    with the following words.

    Blank lines of the text separate paragraphs: each paragraph starts on a new line, and
    one empty line stands between two paragraphs, however many blank lines there were.
    A text without words has no lines.

    Raises ValueError if `width` is below one.

    >>> wrap_text("The quick brown fox", 10)
    ['The quick', 'brown fox']
    """
