"""The repository's files, from standard input into an empty folder."""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

#: A link, as git writes modes; of other files only one bit counts.
_LINK, _EXECUTABLE = "120000", "100755"


def unpack(root: str, files: list[list], source: BinaryIO) -> None:
    """Writes files of ``[path, mode, length]`` whose contents follow each other in ``source``.

    Links are made when all else is there, so that no file is written through one.
    """
    os.mkdir(root)
    links = []
    for path, mode, length in files:
        content = source.read(length)
        if len(content) != length:
            raise ValueError("the repository's files end early")
        target = _place(root, path)
        if mode == _LINK:
            links.append((content, target))
            continue
        rights = 0o755 if mode == _EXECUTABLE else 0o644
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, rights)
        with open(descriptor, "wb") as file:
            file.write(content)
    for content, target in links:
        os.symlink(content, os.fsencode(target))


def _place(root: str, path: str) -> str:
    """Where a file goes; its folders are made. Only real folders are gone through."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise ValueError(f"{path!r} leads out of the repository")
    folder = root
    for part in parts[:-1]:
        folder = f"{folder}/{part}"
        try:
            os.mkdir(folder)
        except FileExistsError:
            if not stat.S_ISDIR(os.lstat(folder).st_mode):
                raise ValueError(f"{path!r} lies below a file") from None
    return f"{folder}/{parts[-1]}"
