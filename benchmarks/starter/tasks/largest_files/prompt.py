from typing import Any


def largest_files(tree: dict[str, Any], count: int) -> list[tuple[str, int]]:
    """Return the largest files of a folder and of all folders in it.

    A folder is a dict from names to what they stand for: the size of a file in bytes, or
    another folder. A file's path is the names of the folders it is in, from the outermost
    on, and its own, with "/" between them; the folder that is passed has no name.

    Return at most `count` tuples (path, size), largest size first, those of equal size by
    path. There may be far more files than are asked for. The tree is not changed. Raises
    ValueError if `count` is negative.

    >>> largest_files({"a.txt": 10, "img": {"x.png": 70, "y.png": 20}}, 2)
    [('img/x.png', 70), ('img/y.png', 20)]
    """
