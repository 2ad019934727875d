"""Tests of typo_distance."""

# Nothing, and no mistake.
assert typo_distance("", "") == 0
assert typo_distance("word", "word") == 0
assert typo_distance("Word", "wORD") == 0

# One mistake of each kind, anywhere.
assert typo_distance("ord", "word") == 1
assert typo_distance("wod", "word") == 1
assert typo_distance("words", "word") == 1
assert typo_distance("sword", "word") == 1
assert typo_distance("wird", "word") == 1
assert typo_distance("worm", "word") == 1
assert typo_distance("owrd", "word") == 1
assert typo_distance("wodr", "word") == 1
assert typo_distance("WODr", "word") == 1

# Nothing typed, nothing meant.
assert typo_distance("", "word") == 4
assert typo_distance("two", "") == 3
assert typo_distance("a", "b") == 1
assert typo_distance("ba", "ab") == 1

# Several mistakes.
assert typo_distance("sitting", "kitten") == 3
assert typo_distance("badc", "abcd") == 2
assert typo_distance("bacd", "abdc") == 2
assert typo_distance("acb", "abcd") == 2
assert typo_distance("aab", "ab") == 1
assert typo_distance("bbaa", "aabb") == 3

# Swapping is of neighbours only, and what was swapped is not touched again.
assert typo_distance("cba", "abc") == 2
assert typo_distance("ca", "abc") == 3
assert typo_distance("cxa", "ac") == 3

# Characters are compared one by one.
assert typo_distance("STRASSE", "straße") == 2
assert typo_distance("ÉTÉ", "été") == 0
assert typo_distance("İ", "i̇") == 2

# Two long lines: 17 characters are others, and nine pairs are swapped; the tenth is of equals.
line = "".join(chr(97 + place * place % 23) for place in range(170))
typed = "".join("-" if place % 10 == 4 else character for place, character in enumerate(line))
for start in range(0, 100, 10):
    typed = typed[:start] + typed[start + 1] + typed[start] + typed[start + 2 :]
assert typo_distance(typed, line) == 26
