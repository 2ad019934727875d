"""Tests of add_working_days."""

from datetime import date, timedelta


def check(candidate):
    # A week without holidays: 2024-05-06 is a Monday.
    monday, friday, saturday = date(2024, 5, 6), date(2024, 5, 10), date(2024, 5, 11)
    assert candidate(monday, 1, []) == date(2024, 5, 7)
    assert candidate(monday, 4, []) == friday
    assert candidate(monday, 5, []) == date(2024, 5, 13)
    assert candidate(friday, 1, []) == date(2024, 5, 13)
    assert candidate(monday, 23, []) == date(2024, 6, 6)

    # Back.
    assert candidate(friday, -4, []) == monday
    assert candidate(monday, -1, []) == date(2024, 5, 3)
    assert candidate(monday, -6, []) == date(2024, 4, 26)

    # From a weekend.
    assert candidate(saturday, 1, []) == date(2024, 5, 13)
    assert candidate(date(2024, 5, 12), 1, []) == date(2024, 5, 13)
    assert candidate(date(2024, 5, 12), -1, []) == friday
    assert candidate(saturday, 6, []) == date(2024, 5, 20)

    # No days: the day itself, or the next working day.
    assert candidate(friday, 0, []) == friday
    assert candidate(saturday, 0, []) == date(2024, 5, 13)
    assert candidate(date(2024, 5, 12), 0, [date(2024, 5, 13)]) == date(2024, 5, 14)
    assert candidate(friday, 0, [friday, date(2024, 5, 14)]) == date(2024, 5, 13)

    # Holidays: on the way, at the end, twice, on a weekend, at the start.
    ascension, whit_monday = date(2024, 5, 9), date(2024, 5, 20)
    assert candidate(monday, 4, [ascension]) == date(2024, 5, 13)
    assert candidate(monday, 3, [ascension]) == friday
    assert candidate(monday, 10, [whit_monday, ascension, ascension]) == date(2024, 5, 22)
    assert candidate(friday, 1, [saturday]) == date(2024, 5, 13)
    assert candidate(ascension, 1, [ascension]) == friday
    assert candidate(ascension, -1, [ascension]) == date(2024, 5, 8)
    assert candidate(friday, -1, [ascension]) == date(2024, 5, 8)

    # The end of February, and of the year.
    assert candidate(date(2024, 2, 28), 2, []) == date(2024, 3, 1)
    assert candidate(date(2023, 2, 28), 2, []) == date(2023, 3, 2)
    assert candidate(date(2024, 12, 31), 1, [date(2025, 1, 1)]) == date(2025, 1, 2)

    # The holidays stay as they are.
    given = [whit_monday, ascension]
    candidate(monday, 3, given)
    assert given == [whit_monday, ascension]

    # Half a century, with holidays on Wednesdays.
    wednesdays = [date(1980, 1, 2) + timedelta(weeks=200 * number) for number in range(13)]
    weeks = timedelta(weeks=2609)
    assert candidate(date(1980, 1, 1), 5 * 2609 - 13, wednesdays) == date(1980, 1, 1) + weeks
    assert candidate(date(2030, 1, 1), 13 - 5 * 2609, wednesdays) == date(2030, 1, 1) - weeks

    # Beyond the calendar.
    for start, days in [(date(9999, 12, 30), 2), (date(1, 1, 1), -1)]:
        try:
            candidate(start, days, [])
        except OverflowError:
            pass
        else:
            assert False, f"must raise OverflowError: {start}, {days}"
