def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    from itertools import accumulate

    change = [0] * 10081
    for opened, closed in sessions:
        if not 0 <= opened < closed <= 10080:
            raise ValueError("a session has to lie within the week and to end after its start")
        change[opened] += 1
        change[closed] -= 1
    numbers = list(accumulate(change[:-1]))
    peak = max(numbers)
    first = numbers.index(peak)
    numbers.reverse()
    return peak, first, 10079 - numbers.index(peak)
