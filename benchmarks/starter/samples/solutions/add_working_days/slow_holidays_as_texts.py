from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    texts = [holiday.isoformat() for holiday in holidays]
    dir = 1 if days >= 0 else -1
    day = start
    left = abs(days)
    while left > 0:
        day = day + timedelta(days=dir)
        if day.weekday() not in (5, 6) and day.isoformat() not in texts:
            left -= 1
    while day.weekday() in (5, 6) or day.isoformat() in texts:
        day = day + timedelta(days=dir)
    return day
