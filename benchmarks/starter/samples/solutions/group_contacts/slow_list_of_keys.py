import unicodedata


def group_contacts(names: list[str]) -> list[list[str]]:
    makeKey = lambda name: sorted(stripAccents(name).casefold().split())
    allKeys = []
    allGroups = []
    for name in names:
        nameKey = makeKey(name)
        if nameKey == []:
            continue
        if nameKey in allKeys:
            allGroups[allKeys.index(nameKey)].append(name)
        else:
            allKeys.append(nameKey)
            allGroups.append([name])
    return [group for group in allGroups if len(group) > 1]


def stripAccents(name):
    decomposed = unicodedata.normalize("NFD", name)
    result = ""
    for character in decomposed:
        if character in ",.-'":
            result += " "
        elif unicodedata.category(character) != "Mn":
            result += character
    return result
