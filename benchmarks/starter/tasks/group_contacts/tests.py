"""Tests of group_contacts."""

# Nobody, and nobody twice.
assert group_contacts([]) == []
assert group_contacts(["Ada Lovelace"]) == []
assert group_contacts(["Ada Lovelace", "Ada Byron", "Lovelace"]) == []

# The same spelling, case, order of words, white space.
assert group_contacts(["Jo Li", "Jo Li", "Jo Li"]) == [["Jo Li", "Jo Li", "Jo Li"]]
assert group_contacts(["jo li", "LI  JO ", "Jo\tLi"]) == [["jo li", "LI  JO ", "Jo\tLi"]]

# Separators, which end words; other marks are part of them.
assert group_contacts(["Jean-Luc Roy", "Roy, Jean Luc"]) == [["Jean-Luc Roy", "Roy, Jean Luc"]]
assert group_contacts(["J.R. Ewing", "J R Ewing"]) == [["J.R. Ewing", "J R Ewing"]]
assert group_contacts(["O'Neil", "o neil", "ONeil"]) == [["O'Neil", "o neil"]]
assert group_contacts(["A/B", "A B"]) == []
assert group_contacts(["A_B", "A B", "A:B"]) == []

# Accents, composed or not, but no other letters.
assert group_contacts(["Zoë Ångström", "angstrom ZOE"]) == [["Zoë Ångström", "angstrom ZOE"]]
assert group_contacts(["Rene\u0301", "René"]) == [["Rene\u0301", "René"]]
assert group_contacts(["Øystein", "Oystein"]) == []
assert group_contacts(["Groß", "GROSS"]) == [["Groß", "GROSS"]]

# Words count as often as they occur, and where they end.
assert group_contacts(["Ana Ana Paz", "Ana Paz"]) == []
assert group_contacts(["An Apaz", "Ana Paz"]) == []
assert group_contacts(["Li Li", "li, li", "li"]) == [["Li Li", "li, li"]]

# No words, no group.
assert group_contacts(["", " ", "-", "", "..."]) == []

# Groups by their first names, names in the order of the list.
assert group_contacts(["B b", "C", "A a", "c", "a A", "b B", "D", "B B"]) == [
    ["B b", "b B", "B B"],
    ["C", "c"],
    ["A a", "a A"],
]

# The list stays as it is.
given = ["Li, Jo", "jo li", "x"]
group_contacts(given)
assert given == ["Li, Jo", "jo li", "x"]

# A long list: 150 people, each of them many times.
people = [f"{chr(97 + number % 26)}-{chr(97 + number // 26)}a, Zoë" for number in range(150)]
spellings = [people[place % 150] for place in range(4000)]
spellings = [name.upper() if place % 7 else name for place, name in enumerate(spellings)]
found = group_contacts(spellings)
assert len(found) == 150
assert [group[0] for group in found[:7]] == [people[0], *(name.upper() for name in people[1:7])]
assert found[149] == spellings[149::150]
