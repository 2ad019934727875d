from collections import deque


def typo_distance(typed: str, meant: str) -> int:
    typed_letters = tuple(c.lower() for c in typed)
    meant_letters = tuple(c.lower() for c in meant)
    rows = deque([list(range(len(meant_letters) + 1))], maxlen=3)
    previous_letter = None
    for number, letter in enumerate(typed_letters, start=1):
        rows.append([number])
        upper, lower = rows[-2], rows[-1]
        before = None
        for column, wanted in enumerate(meant_letters, start=1):
            if letter == wanted:
                cost = upper[column - 1]
            else:
                cost = 1 + min(upper[column - 1], upper[column], lower[column - 1])
            if number > 1 and column > 1 and letter == before and wanted == previous_letter:
                cost = min(cost, rows[0][column - 2] + 1)
            lower.append(cost)
            before = wanted
        previous_letter = letter
    return rows[-1][-1]
