"""Groups contacts by their names."""

import unicodedata

SEPARATORS = str.maketrans(",.-'", "    ")


def name_key(name: str) -> tuple[str, ...]:
    """Return the words of a name, sorted, without accents and case."""
    decomposed = unicodedata.normalize("NFD", name)
    letters = [letter for letter in decomposed if unicodedata.category(letter) != "Mn"]
    return tuple(sorted("".join(letters).casefold().translate(SEPARATORS).split()))


def group_contacts(names: list[str]) -> list[list[str]]:
    """Return the groups of names that are alike."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        key = name_key(name)
        if key:
            groups.setdefault(key, []).append(name)
    return [group for group in groups.values() if len(group) > 1]
