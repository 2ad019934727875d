def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    week = 7 * 24 * 60
    steps = [0] * (week + 1)
    for start, end in sessions:
        if start < 0 or end > week or start >= end:
            raise ValueError(f"invalid session: {start} to {end}")
        steps[start] += 1
        steps[end] -= 1

    number = peak = first = 0
    last = week - 1
    for minute in range(week):
        number += steps[minute]
        if number > peak:
            peak, first = number, minute
        if number == peak:
            last = minute
    return peak, first, last
