from datetime import date, timedelta
from itertools import islice


def working_days(day, step, holidays):
    """Yield the working days after or before a day, without end."""
    while True:
        day += step
        if day.isoweekday() <= 5 and day not in holidays:
            yield day


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    free = set(holidays)
    step = timedelta(days=1)
    if days < 0:
        return next(islice(working_days(start, -step, free), -days - 1, None))
    if days > 0:
        return next(islice(working_days(start, step, free), days - 1, None))
    if start.isoweekday() <= 5 and start not in free:
        return start
    return next(working_days(start, step, free))
