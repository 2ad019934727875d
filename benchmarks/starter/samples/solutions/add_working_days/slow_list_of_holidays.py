from datetime import date, timedelta


def is_working_day(day: date, holidays: list[date]) -> bool:
    if day.weekday() >= 5:
        return False
    elif day in holidays:
        return False
    else:
        return True


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    day = start
    if days == 0:
        while not is_working_day(day, holidays):
            day += timedelta(days=1)
        return day
    step = 1 if days > 0 else -1
    left = abs(days)
    while left > 0:
        day += timedelta(days=step)
        if is_working_day(day, holidays):
            left -= 1
    return day
