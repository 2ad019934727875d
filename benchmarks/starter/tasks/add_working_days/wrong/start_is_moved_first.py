"""Wrong: moves to the next working day before it counts, so a weekend costs a day."""

from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    free = set(holidays)
    step = timedelta(days=1 if days >= 0 else -1)
    day = start
    while day.weekday() >= 5 or day in free:
        day += step
    for _ in range(abs(days)):
        day += step
        while day.weekday() >= 5 or day in free:
            day += step
    return day
