from typing import Any


def normalize_settings(settings: dict[str, Any]) -> None:
    """Normalise a nested settings dict in place, and return None.

    Keys, at every depth: white space around them is removed, they are lower-cased, and
    then every space and every "-" inside becomes "_" (one for one: "a - b" becomes
    "a___b"). The order of the keys stays as it is.

    Values, at every depth, also those that are items of lists:
    - A text loses the white space around it. If what is left is, in any mixture of
      cases, one of "true", "yes", "on" it becomes True; one of "false", "no", "off"
      becomes False; "none", "null" or nothing at all becomes None. If it is an optional
      "-" followed by one or more of the digits 0 to 9 it becomes an int. Any other text
      stays a text.
    - A dict or a list is normalised by these rules in turn.
    - Any other value (numbers, bools, None, tuples, …) stays as it is.

    The dict that was passed is the one that changes. Dicts and lists inside it may be
    changed or be replaced by new ones.

    Raises ValueError if two keys of one dict, at any depth, become the same; `settings`
    is then left exactly as it was.

    >>> settings = {" Max-Size ": "10", "Colors": [" red", "off"]}
    >>> normalize_settings(settings)
    >>> settings
    {'max_size': 10, 'colors': ['red', False]}
    """
