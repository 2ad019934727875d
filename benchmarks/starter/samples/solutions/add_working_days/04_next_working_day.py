from datetime import date, timedelta


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    free = set(holidays)

    def following(day: date, step: timedelta) -> date:
        day += step
        while day.weekday() in (5, 6) or day in free:
            day += step
        return day

    if days == 0:
        is_working_day = start.weekday() not in (5, 6) and start not in free
        return start if is_working_day else following(start, timedelta(1))
    step = timedelta(days // abs(days))
    day = start
    for _ in range(abs(days)):
        day = following(day, step)
    return day
