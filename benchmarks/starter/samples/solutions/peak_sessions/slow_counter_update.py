def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    from collections import Counter

    check = lambda start, end: 0 <= start < end <= 10080
    minutes = Counter()
    for start, end in sessions:
        if not check(start, end):
            raise ValueError("invalid session")
        minutes.update(range(start, end))
    if len(minutes) == 0:
        return 0, 0, 10079
    peak = max(minutes.values())
    first = min(minute for minute, number in minutes.items() if number == peak)
    last = max(minute for minute, number in minutes.items() if number == peak)
    return peak, first, last
