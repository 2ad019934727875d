"""Counts typing mistakes."""


def typo_distance(typed: str, meant: str) -> int:
    """Return the distance of optimal string alignment, without regard to case."""
    # Characters from place 1 on; nothing equals what stands at place 0.
    source = ["", *(character.lower() for character in meant)]
    target = ["", *(character.lower() for character in typed)]
    # Distances of the beginnings of `meant` from those of `typed`: the last three rows.
    before: list[int] = []
    row = list(range(len(target)))
    for place in range(1, len(source)):
        new = [place]
        for column in range(1, len(target)):
            replaced = row[column - 1] + (source[place] != target[column])
            distance = min(row[column] + 1, new[column - 1] + 1, replaced)
            if source[place] == target[column - 1] and source[place - 1] == target[column]:
                distance = min(distance, before[column - 2] + 1)
            new.append(distance)
        before, row = row, new
    return row[-1]
