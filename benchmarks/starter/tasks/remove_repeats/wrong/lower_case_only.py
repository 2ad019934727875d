"""Wrong: lower() instead of casefold(): "Straße" and "STRASSE" stay different."""


def remove_repeats(labels: list[str]) -> int:
    before = len(labels)
    first = {}
    for label in labels:
        key = label.strip(" ").lower()
        if key:
            first.setdefault(key, label)
    labels[:] = first.values()
    return before - len(labels)
