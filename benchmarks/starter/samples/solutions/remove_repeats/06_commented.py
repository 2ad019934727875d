def remove_repeats(labels: list[str]) -> int:
    # Remember the keys that were seen
    seen = {""}
    kept = []
    for label in labels:
        # Remove the spaces from the label
        key = label.strip(" ")
        # Remove the case from the label
        key = key.casefold()
        if key in seen:
            # Remove the label from the list
            continue
        # Remove the key from the label
        seen.add(key)
        # Remove the label from the lists
        kept.append(label)
    removed = len(labels) - len(kept)
    # Remove the labels from the list
    labels[:] = kept
    return removed
