"""Wrong: removes from the list that it iterates over, so that labels are skipped."""


def remove_repeats(labels: list[str]) -> int:
    seen = {""}
    removed = 0
    for place, label in enumerate(labels):
        key = label.strip(" ").casefold()
        if key in seen:
            del labels[place]
            removed += 1
        seen.add(key)
    return removed
