import unicodedata

SEPARATORS = ",.-'"


def group_contacts(names: list[str]) -> list[list[str]]:
    # Create the dictionary of groups
    groups = {}
    for name in names:
        letters = ""
        for character in unicodedata.normalize("NFD", name):
            # Add a space to the letters
            if character in SEPARATORS:
                letters += " "
            # Add all other letters
            elif unicodedata.category(character) != "Mn":
                # Add the letter of the name
                letters += character
        # Add the letters of the name
        key = " ".join(sorted(letters.casefold().split()))
        # Add the letter of the names
        if key:
            # Add the letters of the names
            groups.setdefault(key, []).append(name)
    # Return the list of groups
    return [group for group in groups.values() if len(group) > 1]
