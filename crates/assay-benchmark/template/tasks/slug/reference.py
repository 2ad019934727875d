import re


def slug(title: str, most: int = 40) -> str:
    joined = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return joined[:most].rstrip("-")
