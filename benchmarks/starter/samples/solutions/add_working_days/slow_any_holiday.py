from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    isFree = lambda day: day.weekday() > 4 or any(day == holiday for holiday in freeDays)
    freeDays = sorted(set(holidays))
    oneDay = timedelta(days=1 if days >= 0 else -1)
    result = start
    for _ in range(abs(days)):
        result += oneDay
        while isFree(result):
            result += oneDay
    while isFree(result):
        result += oneDay
    return result
