def split_amount(cents: int, weights: list[int]) -> list[int]:
    total = 0
    for weight in weights:
        if weight < 0:
            raise ValueError("negative weight")
        total += weight
    if total == 0:
        raise ValueError("nothing to split by")

    negative = cents < 0
    if negative:
        cents = -cents

    # (minus the remainder, position, share): sorting brings the largest remainder first.
    rows = []
    rest = cents
    for position, weight in enumerate(weights):
        share = cents * weight // total
        rest -= share
        rows.append((-(cents * weight - share * total), position, share))
    rows.sort()

    result = [0] * len(weights)
    for rank, (_, position, share) in enumerate(rows):
        whole = share + 1 if rank < rest else share
        result[position] = -whole if negative else whole
    return result
