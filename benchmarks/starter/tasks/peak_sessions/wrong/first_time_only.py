"""Wrong: gives the end of the first time that the peak is reached, not of the last."""


def peak_sessions(sessions: list[tuple[int, int]]) -> tuple[int, int, int]:
    steps = [0] * 10081
    for start, end in sessions:
        if not 0 <= start < end <= 10080:
            raise ValueError("bad session")
        steps[start] += 1
        steps[end] -= 1
    number, numbers = 0, []
    for step in steps[:10080]:
        number += step
        numbers.append(number)
    peak = max(numbers)
    first = numbers.index(peak)
    last = first
    while last + 1 < 10080 and numbers[last + 1] == peak:
        last += 1
    return peak, first, last
