def is_empty(label):
    if label.strip(" ") == "":
        return True
    else:
        return False


def remove_repeats(labels: list[str]) -> int:
    kept = []
    keys = []
    for label in labels:
        if is_empty(label):
            continue
        key = label.strip(" ").casefold()
        for other in keys:
            if other == key:
                break
        else:
            kept.append(label)
            keys.append(key)
    removed = len(labels) - len(kept)
    labels[:] = kept
    return removed
