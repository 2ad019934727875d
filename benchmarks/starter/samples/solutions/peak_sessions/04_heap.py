def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    from heapq import heappop, heappush

    for start, end in sessions:
        if start < 0 or end <= start:
            raise ValueError(f"start {start}, end {end}")
        if end > 10080:
            raise ValueError("a session ends after the week")
    if not sessions:
        return 0, 0, 10079

    peak = first = last = 0
    closing = []
    for start, end in sorted(sessions):
        while closing and closing[0] <= start:
            heappop(closing)
        heappush(closing, end)
        if len(closing) > peak:
            peak, first = len(closing), start
        if len(closing) == peak:
            # It stays at the peak until the next one closes.
            last = closing[0] - 1
    return peak, first, last
