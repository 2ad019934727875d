def typo_distance(typed: str, meant: str) -> int:
    source = [letter.lower() for letter in meant]
    target = [letter.lower() for letter in typed]

    def next_row(place, row, earlier):
        left = place + 1
        yield left
        for column, letter in enumerate(target):
            choices = [row[column + 1] + 1, left + 1]
            choices.append(row[column] if letter == source[place] else row[column] + 1)
            if place and column and letter == source[place - 1]:
                if target[column - 1] == source[place]:
                    choices.append(earlier[column - 1] + 1)
            left = min(choices)
            yield left

    earlier, row = [], list(range(len(target) + 1))
    for place in range(len(source)):
        earlier, row = row, list(next_row(place, row, earlier))
    return row[-1]
