import unicodedata


def same_words(first, second):
    if first == second:
        return True
    return False


def group_contacts(names: list[str]) -> list[list[str]]:
    groups = []
    for name in names:
        text = unicodedata.normalize("NFD", name)
        text = "".join(c for c in text if unicodedata.category(c) != "Mn")
        for char in ",.-'":
            text = text.replace(char, " ")
        words = sorted(text.casefold().split())
        if not words:
            continue
        for key, members in groups:
            if same_words(key, words):
                members.append(name)
                break
        else:
            groups.append((words, [name]))
    return [members for _, members in groups if len(members) > 1]
