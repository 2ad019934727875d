def remove_repeats(labels: list[str]) -> int:
    length = len(labels)
    # In a dict of the reversed list, the first of equal labels is written last.
    numbered = reversed(list(enumerate(labels)))
    latest = {label.casefold().strip(" "): place for place, label in numbered}
    latest.pop("", None)
    labels[:] = [labels[place] for place in sorted(latest.values())]
    return length - len(labels)
