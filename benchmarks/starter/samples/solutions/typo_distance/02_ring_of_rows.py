def typo_distance(typed: str, meant: str) -> int:
    first = list(map(str.lower, meant))
    second = list(map(str.lower, typed))
    width = len(second) + 1
    # Row i lives in rows[i % 3].
    rows = [list(range(width)), [0] * width, [0] * width]
    for i, one in enumerate(first):
        above, row, spare = rows[i % 3], rows[(i + 1) % 3], rows[(i + 2) % 3]
        row[0] = i + 1
        for j, other in enumerate(second):
            distance = above[j] + (one != other)
            distance = min(distance, above[j + 1] + 1, row[j] + 1)
            if i and j and one == second[j - 1] and other == first[i - 1]:
                distance = min(distance, spare[j - 1] + 1)
            row[j + 1] = distance
    return rows[len(first) % 3][-1]
