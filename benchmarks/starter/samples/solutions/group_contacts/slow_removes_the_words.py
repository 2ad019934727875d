import unicodedata


def plain_words(name: str) -> list[str]:
    name = "".join(" " if c in ",.-'" else c for c in unicodedata.normalize("NFD", name))
    return "".join(c for c in name if unicodedata.category(c) != "Mn").casefold().split()


def alike(first: list[str], second: list[str]) -> bool:
    if len(first) != len(second):
        return False
    else:
        rest = list(second)
        for word in first:
            if word not in rest:
                return False
            rest.remove(word)
        return True


def group_contacts(names: list[str]) -> list[list[str]]:
    groups = []
    for name in names:
        words = plain_words(name)
        if not words:
            continue
        for group in groups:
            if alike(group[0], words):
                group[1].append(name)
                break
        else:
            groups.append([words, [name]])
    return [group[1] for group in groups if len(group[1]) > 1]
