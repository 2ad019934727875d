"""Wrong: adds one day for each holiday on the way, also for one on a weekend."""

from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    step = timedelta(days=1 if days >= 0 else -1)
    day, left = start, abs(days)
    while left:
        day += step
        if day.weekday() < 5:
            left -= 1
    for holiday in sorted(set(holidays), reverse=days < 0):
        if min(start, day) < holiday <= max(start, day):
            day += step
            while day.weekday() >= 5:
                day += step
    while days == 0 and (day.weekday() >= 5 or day in holidays):
        day += step
    return day
