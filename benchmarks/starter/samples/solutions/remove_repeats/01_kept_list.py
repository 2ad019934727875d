def remove_repeats(labels: list[str]) -> int:
    seen = set()
    kept = []
    for label in labels:
        key = label.strip(" ").casefold()
        if not key or key in seen:
            continue
        seen.add(key)
        kept.append(label)
    removed = len(labels) - len(kept)
    labels[:] = kept
    return removed
