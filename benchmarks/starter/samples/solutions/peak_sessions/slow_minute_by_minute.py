def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    openAt = [0] * 10080
    for start, end in sessions:
        if start < 0 or end > 10080 or end <= start:
            raise ValueError("invalid session")
        for minute in range(start, end):
            openAt[minute] += 1

    maxOpen = max(openAt)
    first = openAt.index(maxOpen)
    last = 10079
    while openAt[last] != maxOpen:
        last -= 1
    return maxOpen, first, last
