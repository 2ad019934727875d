def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    # An event is twice its minute, and one more if a session opens: closing sorts first.
    events = []
    for start, end in sessions:
        if not (0 <= start < end <= 10080):
            raise ValueError("bad session")
        events.append(2 * start + 1)
        events.append(2 * end)
    if not events:
        return 0, 0, 10079
    events.sort()

    number = peak = first = last = 0
    for event in events:
        minute, opens = divmod(event, 2)
        if opens:
            number += 1
            if number > peak:
                peak, first = number, minute
        else:
            if number == peak:
                last = minute - 1
            number -= 1
    return peak, first, last
