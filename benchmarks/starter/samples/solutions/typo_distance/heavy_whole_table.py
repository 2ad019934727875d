def typo_distance(typed: str, meant: str) -> int:
    a = [c.lower() for c in typed]
    b = [c.lower() for c in meant]
    distTable = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        distTable[i][0] = i
    for j in range(len(b) + 1):
        distTable[0][j] = j

    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            bestSoFar = min(distTable[i - 1][j] + 1, distTable[i][j - 1] + 1)
            bestSoFar = min(bestSoFar, distTable[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                bestSoFar = min(bestSoFar, distTable[i - 2][j - 2] + 1)
            distTable[i][j] = bestSoFar
    return distTable[len(a)][len(b)]
