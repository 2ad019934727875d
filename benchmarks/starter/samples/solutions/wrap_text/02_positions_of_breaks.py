from itertools import groupby


def wrap_text(text: str, width: int) -> list[str]:
    if width <= 0:
        raise ValueError(f"cannot wrap to {width} characters")
    result: list[str] = []
    rows = [row.split() for row in text.splitlines()]
    for filled, group in groupby(rows, key=bool):
        if not filled:
            continue
        if result:
            result.append("")
        pieces = [piece for row in group for word in row for piece in cut(word, width)]
        begin, used = 0, 0
        for place, piece in enumerate(pieces):
            needed = len(piece) + (place > begin)
            if used + needed > width:
                result.append(" ".join(pieces[begin:place]))
                begin, used, needed = place, 0, len(piece)
            used += needed
        result.append(" ".join(pieces[begin:]))
    return result


def cut(word, width):
    if len(word) <= width:
        return [word]
    return [word[place : place + width] for place in range(0, len(word), width)]
