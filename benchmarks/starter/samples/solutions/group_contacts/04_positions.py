import unicodedata


def group_contacts(names):
    first_place = {}
    groups = []
    for name in names:
        plain = simplify(name)
        if not plain:
            continue
        place = first_place.setdefault(plain, len(groups))
        if place == len(groups):
            groups.append([])
        groups[place].append(name)
    return [group for group in groups if len(group) != 1]


def simplify(name):
    table = dict.fromkeys(map(ord, ",.-'"), " ")
    decomposed = unicodedata.normalize("NFD", name)
    unaccented = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    return tuple(sorted(unaccented.translate(table).casefold().split()))
