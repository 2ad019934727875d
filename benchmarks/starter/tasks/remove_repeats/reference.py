"""Removes repeated labels."""


def remove_repeats(labels: list[str]) -> int:
    """Remove the repeated and the empty labels; return how many."""
    seen = {""}
    kept = []
    for label in labels:
        key = label.strip(" ").casefold()
        if key not in seen:
            seen.add(key)
            kept.append(label)
    removed = len(labels) - len(kept)
    labels[:] = kept
    return removed
