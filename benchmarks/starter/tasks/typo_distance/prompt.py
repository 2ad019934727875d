def typo_distance(typed: str, meant: str) -> int:
    """Return the fewest typing mistakes that turn `meant` into `typed`.

    A mistake leaves out a character, types one too many, types another one in its place,
    or swaps two neighbouring characters of `meant`. No character takes part in two
    mistakes: what was swapped is typed as it is. Typing an upper-case letter for the same
    lower-case one, or the other way round, is no mistake: characters are equal if their
    lower() is.

    >>> typo_distance("recieve", "receive")
    1
    >>> typo_distance("ca", "abc")
    3
    """
