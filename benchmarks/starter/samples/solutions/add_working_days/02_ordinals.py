from datetime import date


def add_working_days(start, days, holidays):
    free = {holiday.toordinal() for holiday in holidays}
    day = start.toordinal()
    direction = -1 if days < 0 else 1

    def works(ordinal):
        # Ordinal 1 is a Monday.
        return ordinal % 7 not in (0, 6) and ordinal not in free

    if days == 0:
        while not works(day):
            day += 1
    for _ in range(abs(days)):
        day += direction
        while not works(day):
            day += direction
    if not 1 <= day <= date.max.toordinal():
        raise OverflowError("outside the calendar")
    return date.fromordinal(day)
