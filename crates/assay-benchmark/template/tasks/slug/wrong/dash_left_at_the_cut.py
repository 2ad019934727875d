"""Wrong: a title that is cut after a dash ends in it."""

import re


def slug(title: str, most: int = 40) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:most]
