from datetime import date


def add_working_days(start: date, days: int, holidays: list[date]) -> date:
    """Return the working day that is `days` working days after `start`.

    Saturdays, Sundays and `holidays` are no working days. A negative number counts back.
    If `start` is no working day, counting begins at the last working day before it if
    `days` is above zero, and at the next one after it if `days` is below zero; so one
    working day after a Saturday is the Monday after it. With zero days, it is `start` if
    that is a working day, and the next working day otherwise.

    Holidays come in any order, may be named twice and may fall on a weekend. Raises
    OverflowError if the date that is asked for lies outside the calendar, which ends
    with the years 1 and 9999.

    >>> add_working_days(date(2024, 5, 3), 1, [date(2024, 5, 6)])
    datetime.date(2024, 5, 7)
    """
