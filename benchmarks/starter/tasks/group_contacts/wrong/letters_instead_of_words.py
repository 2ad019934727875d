"""Wrong: compares the letters of names, so that words may end elsewhere."""

import unicodedata


def group_contacts(names: list[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for name in names:
        plain = "".join(
            c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c)
        )
        key = "".join(sorted(c for c in plain if c not in ",.-'" and not c.isspace()))
        if key:
            groups.setdefault(key, []).append(name)
    return [group for group in groups.values() if len(group) > 1]
