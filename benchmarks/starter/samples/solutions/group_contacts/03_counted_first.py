from collections import Counter
from unicodedata import category, normalize


def key_of(name: str) -> str:
    kept = []
    for character in normalize("NFD", name):
        if character in ",.-'":
            kept.append(" ")
        elif category(character) != "Mn":
            kept.append(character)
    return "\n".join(sorted("".join(kept).casefold().split()))


def group_contacts(names: list[str]) -> list[list[str]]:
    keys = [key_of(name) for name in names]
    frequent = {key: [] for key, count in Counter(keys).items() if count > 1 and key}
    for key, name in zip(keys, names):
        if key in frequent:
            frequent[key].append(name)
    return list(frequent.values())
