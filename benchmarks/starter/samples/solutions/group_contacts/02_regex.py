import re
import unicodedata
from collections import defaultdict

WORD = re.compile(r"[^\s,.'-]+")


def group_contacts(names: list[str]) -> list[list[str]]:
    groups = defaultdict(list)
    for name in names:
        decomposed = unicodedata.normalize("NFD", name)
        bare = "".join([c for c in decomposed if unicodedata.category(c) != "Mn"])
        key = " ".join(sorted(WORD.findall(bare.casefold())))
        groups[key].append(name)
    groups.pop("", None)
    return [group for group in groups.values() if len(group) > 1]
