"""Wrong: counts characters between the two that are swapped as mistakes of their own (Damerau)."""


def typo_distance(typed: str, meant: str) -> int:
    a = [c.lower() for c in typed]
    b = [c.lower() for c in meant]
    last_row = {}
    most = len(a) + len(b)
    table = {(-1, j): most for j in range(-1, len(b) + 1)}
    for i in range(len(a) + 1):
        table[i, -1] = most
        table[i, 0] = i
    for j in range(len(b) + 1):
        table[0, j] = j
    for i in range(1, len(a) + 1):
        last_column = 0
        for j in range(1, len(b) + 1):
            k, m = last_row.get(b[j - 1], 0), last_column
            cost = 1
            if a[i - 1] == b[j - 1]:
                cost, last_column = 0, j
            table[i, j] = min(
                table[i - 1, j - 1] + cost,
                table[i, j - 1] + 1,
                table[i - 1, j] + 1,
                table[k - 1, m - 1] + (i - k - 1) + 1 + (j - m - 1),
            )
        last_row[a[i - 1]] = i
    return table[len(a), len(b)]
