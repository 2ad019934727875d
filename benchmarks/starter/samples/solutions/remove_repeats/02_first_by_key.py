def remove_repeats(labels: list[str]) -> int:
    before = len(labels)
    first: dict[str, str] = {}
    for label in labels:
        first.setdefault(label.strip(" ").casefold(), label)
    first.pop("", None)
    labels.clear()
    labels.extend(first.values())
    return before - len(labels)
