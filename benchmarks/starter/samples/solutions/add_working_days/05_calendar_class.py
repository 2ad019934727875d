import datetime


class WorkCalendar:
    """Knows which days are worked on."""

    def __init__(self, holidays):
        self._holidays = dict.fromkeys(holidays)

    def is_working_day(self, day):
        return day.weekday() < 5 and day not in self._holidays

    def advance(self, day, count, step):
        while count:
            day = day + step
            if self.is_working_day(day):
                count -= 1
        return day


def add_working_days(start, days, holidays):
    calendar = WorkCalendar(holidays)
    if days == 0 and calendar.is_working_day(start):
        return start
    step = datetime.timedelta(days=-1 if days < 0 else 1)
    return calendar.advance(start, max(1, abs(days)), step)
