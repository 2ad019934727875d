def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return how many sessions were open at most at once, and when.

    A session is (start, end) in minutes of a week, from 0 to 10080: it is open from the
    minute `start` on, and closed from the minute `end` on. So a session that starts when
    another ends is not open together with it.

    Return (peak, first, last): the highest number of open sessions, the first minute in
    which it is reached, and the last minute in which it is. Without sessions it is
    (0, 0, 10079).

    Raises ValueError if a session does not end after its start, or leaves the week.

    >>> peak_sessions([(60, 120), (90, 150), (120, 180)])
    (2, 90, 149)
    """
