def remove_repeats(labels: list[str]) -> int:
    """Move the labels that stay to the front, then cut the rest off."""
    known = {""}
    write = 0
    for read in range(len(labels)):
        folded = labels[read].casefold().strip(" ")
        if folded in known:
            continue
        known.add(folded)
        labels[write] = labels[read]
        write += 1
    removed = len(labels) - write
    del labels[write:]
    return removed
