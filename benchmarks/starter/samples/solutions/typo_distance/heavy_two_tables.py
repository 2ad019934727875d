def typo_distance(typed: str, meant: str) -> int:
    lowered = lambda text: [c.lower() for c in text]
    a, b = lowered(typed), lowered(meant)
    equal = [[x == y for y in b] for x in a]
    table = [list(range(len(b) + 1))]
    for i in range(len(a)):
        table.append([i + 1])
        for j in range(len(b)):
            best = table[i][j]
            if not equal[i][j]:
                best = 1 + min(best, table[i][j + 1], table[i + 1][j])
            if i > 0 and j > 0 and equal[i][j - 1] and equal[i - 1][j]:
                best = min(best, table[i - 1][j - 1] + 1)
            table[i + 1].append(best)
    return table[-1][-1]
