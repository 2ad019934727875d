def typo_distance(typed: str, meant: str) -> int:
    source = [c.lower() for c in meant]
    target = [c.lower() for c in typed]

    def is_swap(i, j):
        if i > 0 and j > 0 and source[i] == target[j - 1] and source[i - 1] == target[j]:
            return True
        else:
            return False

    rows = [[*range(len(target) + 1)]]
    for i in range(len(source)):
        row = [i + 1]
        for j in range(len(target)):
            if source[i] == target[j]:
                row.append(rows[i][j])
                continue
            best = 1 + min(rows[i][j], rows[i][j + 1], row[j])
            if is_swap(i, j):
                best = min(best, rows[i - 1][j - 1] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
