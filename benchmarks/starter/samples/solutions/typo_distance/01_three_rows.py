def typo_distance(typed: str, meant: str) -> int:
    a = [character.lower() for character in typed]
    b = [character.lower() for character in meant]
    two_back, one_back, current = [], [], list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        two_back, one_back, current = one_back, current, [i]
        for j in range(1, len(b) + 1):
            best = one_back[j - 1]
            if a[i - 1] != b[j - 1]:
                best = 1 + min(best, one_back[j], current[j - 1])
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                best = min(best, two_back[j - 2] + 1)
            current.append(best)
    return current[-1]
