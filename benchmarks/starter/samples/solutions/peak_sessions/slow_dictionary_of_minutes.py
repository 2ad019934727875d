def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    def is_valid(session):
        start, end = session
        if 0 <= start < end <= 10080:
            return True
        return False

    count = {}
    for session in sessions:
        if not is_valid(session):
            raise ValueError(f"invalid session {session}")
        for minute in range(*session):
            count[minute] = count.get(minute, 0) + 1
    if not count:
        return 0, 0, 10079
    else:
        peak = max(count.values())
        minutes = [minute for minute in count if count[minute] == peak]
        return peak, min(minutes), max(minutes)
