def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    from collections import defaultdict

    change = defaultdict(int)
    for start, end in sessions:
        if not 0 <= start < end <= 10080:
            raise ValueError("not a session of this week")
        change[start] += 1
        change[end] -= 1
    # The week itself, in case that nothing is open at its start or its end.
    change[0] += 0
    change[10080] += 0

    best = (-1, 0, 0)
    number, previous = 0, 0
    for minute in sorted(change):
        if minute > 0:
            if number > best[0]:
                best = (number, previous, minute - 1)
            elif number == best[0]:
                best = (number, best[1], minute - 1)
        number += change[minute]
        previous = minute
    return best
