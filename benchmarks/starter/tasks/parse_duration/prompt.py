def parse_duration(text: str) -> int:
    """Return the number of seconds that a duration text such as "1h 30m" stands for.

    A duration is one or more parts. A part is a number directly followed by one unit
    letter, in upper or lower case: w (weeks), d (days of 24 hours), h (hours),
    m (minutes) or s (seconds).

    - A number is one or more of the digits 0 to 9. Leading zeros are fine, and so are
      numbers that exceed the next larger unit ("90m").
    - The units go from larger to smaller, and none occurs twice.
    - Space characters (" ", no other white space) may stand before the first part,
      between parts and after the last part, but not between a number and its unit.
    - A "-" directly before the first part makes the whole duration negative.

    Raises ValueError for every other text, the empty one included.

    >>> parse_duration("1h 30m")
    5400
    >>> parse_duration(" -2d4H ")
    -187200
    """
