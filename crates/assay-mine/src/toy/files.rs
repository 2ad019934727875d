//! The toy's first files, and what comes after its last task.

pub(super) const LICENCE: &str = "MIT";

pub(super) const PROJECT: &str = "[build-system]
requires = [\"setuptools\"]
build-backend = \"setuptools.build_meta\"

[project]
name = \"toy-ledger\"
version = \"1.0\"
requires-python = \">=3.9\"
dependencies = []

[project.optional-dependencies]
test = [\"pytest\"]

[tool.setuptools]
packages = [\"ledger\"]
";

pub(super) const PACKAGE: &str = "from ledger.accounts import Accounts
from ledger.money import format_amount, parse_amount, total

__all__ = [\"Accounts\", \"format_amount\", \"parse_amount\", \"total\"]
";

pub(super) const MONEY: &str = "\"\"\"Amounts of money, in cents.\"\"\"


def parse_amount(text):
    \"\"\"Cents of a text such as '12.30'.\"\"\"
    whole, _, cents = text.partition('.')
    return int(whole) * 100 + int(cents or 0)


def format_amount(cents):
    \"\"\"The text of an amount, such as '12.30'.\"\"\"
    return f'{cents // 100}.{cents % 100}'


def total(amounts):
    \"\"\"The sum of amounts.\"\"\"
    return sum(amounts)
";

pub(super) const ACCOUNTS: &str = "\"\"\"Accounts by name.\"\"\"


class Accounts:
    \"\"\"What each account holds, in cents.\"\"\"

    def __init__(self):
        self.balances = {}

    def book(self, name, cents):
        \"\"\"Adds an amount to an account.\"\"\"
        self.balances[name] = self.balances.get(name, 0) + cents

    def names(self):
        return set(self.balances)
";

pub(super) const REPORT: &str = "\"\"\"Reports as text.\"\"\"

import random
import time

from ledger.money import format_amount


def report(accounts):
    \"\"\"One line for each account, and the sum.\"\"\"
    lines = []
    summed = 0
    for name, cents in accounts.balances.items():
        lines.append(f'{name}: {format_amount(cents)}')
        summed += cents
    lines.append(f'sum: {format_amount(summed)}')
    return '\\n'.join(lines)


def audited(accounts, count):
    \"\"\"Some accounts, chosen at random.\"\"\"
    return random.sample(accounts.names(), count)


def dated(seconds):
    \"\"\"The day of a time.\"\"\"
    return time.strftime('%Y-%m-%d', time.gmtime(seconds // 1000))
";

pub(super) const TEST_MONEY: &str = "from ledger.money import format_amount, parse_amount, total


def test_amounts_are_read():
    assert parse_amount('12.30') == 1230


def test_amounts_are_written():
    assert format_amount(1234) == '12.34'


def test_amounts_are_summed():
    assert total([100, 23]) == 123
";

pub(super) const TEST_ACCOUNTS: &str = "import unittest

from ledger.accounts import Accounts


class BookingTest(unittest.TestCase):
    def test_amounts_are_booked(self):
        accounts = Accounts()
        accounts.book('cash', 5)
        accounts.book('cash', 7)
        self.assertEqual(accounts.balances, {'cash': 12})
";

pub(super) const TEST_REPORT: &str = "from ledger.accounts import Accounts
from ledger.report import report


def test_a_report_ends_with_the_sum():
    accounts = Accounts()
    accounts.book('cash', 1250)
    assert report(accounts).splitlines() == ['cash: 12.50', 'sum: 12.50']
";

pub(super) const FUTURE: &str = "

def by_month(bookings):
    \"\"\"Sums by month.\"\"\"
    sums = {}
    for day, cents in bookings:
        sums[day[:7]] = sums.get(day[:7], 0) + cents
    return sums
";
