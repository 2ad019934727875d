from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    closed = frozenset(holidays)
    one_day = timedelta(days=1) if days >= 0 else timedelta(days=-1)

    current = start
    remaining = abs(days)
    while remaining > 0:
        current += one_day
        if current.weekday() < 5 and current not in closed:
            remaining -= 1
    # Only with zero days can this be no working day.
    while current.weekday() > 4 or current in closed:
        current += one_day
    return current
