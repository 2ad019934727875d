def group_contacts(names: list[str]) -> list[list[str]]:
    """Find the contacts that are probably the same person, by their names.

    Two names are alike if they have the same words, each as often, in any order. Case and
    accents do not count, and the characters , . - and ' separate words as white space
    does. An accent is a combining character of the name's canonical decomposition
    (Unicode category Mn); other letters stay what they are.

    Return the groups of two or more names that are alike, ordered by their first names in
    the list; a group lists its names as they are spelled and in the order of the list,
    the same spelling as often as it occurs. Names without a word belong to no group.

    >>> group_contacts(["Anna Müller", "Jo Li", "MULLER, Anna"])
    [['Anna Müller', 'MULLER, Anna']]
    """
