import unicodedata


def group_contacts(names: list[str]) -> list[list[str]]:
    """Group the names that consist of the same words."""
    by_words = {}
    for name in names:
        words = words_of(name)
        if not words:
            continue
        by_words.setdefault(tuple(sorted(words)), []).append(name)
    return [group for group in by_words.values() if len(group) >= 2]


def words_of(name):
    letters = unicodedata.normalize("NFD", name.casefold())
    for separator in ",.-'":
        letters = letters.replace(separator, " ")
    return "".join(c for c in letters if unicodedata.category(c) != "Mn").split()
