"""Wrong: compares sets of words, so that it does not matter how often a word occurs."""

import re
import unicodedata


def group_contacts(names: list[str]) -> list[list[str]]:
    groups: dict[frozenset[str], list[str]] = {}
    for name in names:
        decomposed = unicodedata.normalize("NFD", name)
        plain = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
        key = frozenset(word for word in re.split(r"[\s,.'-]+", plain.casefold()) if word)
        if key:
            groups.setdefault(key, []).append(name)
    return [group for group in groups.values() if len(group) > 1]
