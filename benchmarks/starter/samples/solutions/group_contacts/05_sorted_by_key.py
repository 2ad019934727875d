import unicodedata
from itertools import groupby


def group_contacts(names: list[str]) -> list[list[str]]:
    def words(name):
        plain = unicodedata.normalize("NFD", name).casefold()
        separated = [" " if letter in ",.-'" else letter for letter in plain]
        return sorted("".join(c for c in separated if unicodedata.category(c) != "Mn").split())

    keyed = [(words(name), place) for place, name in enumerate(names)]
    keyed.sort()
    groups = []
    for key, members in groupby(keyed, key=lambda pair: pair[0]):
        places = [place for _, place in members]
        if key and len(places) > 1:
            groups.append(places)
    return [[names[place] for place in places] for places in sorted(groups)]
