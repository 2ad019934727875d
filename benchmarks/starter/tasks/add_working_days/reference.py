"""Counts working days."""

from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    """Return the working day that is `days` working days after `start`."""
    free = set(holidays)
    step = timedelta(days=-1 if days < 0 else 1)
    day = start
    if days == 0:
        while day.weekday() >= 5 or day in free:
            day += step
        return day
    left = abs(days)
    while left:
        day += step
        if day.weekday() < 5 and day not in free:
            left -= 1
    return day
