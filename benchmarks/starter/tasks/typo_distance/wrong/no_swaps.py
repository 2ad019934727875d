"""Wrong: a swap counts as two mistakes."""


def typo_distance(typed: str, meant: str) -> int:
    first = [c.lower() for c in typed]
    second = [c.lower() for c in meant]
    row = list(range(len(second) + 1))
    for i, one in enumerate(first, start=1):
        previous, row = row, [i]
        for j, other in enumerate(second, start=1):
            row.append(min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (one != other)))
    return row[-1]
