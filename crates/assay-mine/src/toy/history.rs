//! The toy's history, the first commit first.

use super::Edit::{Append, Many, Remove, Replace, Submodule, Write};
use super::Expected::{Candidate, LeftOut, Parked};
use super::files;
use super::{Fate, ToyStep};
use crate::left_out::LeftOut as Reason;
use assay_types::Category::{Adaptive, Corrective, Perfective, Preventive};

const fn left(message: &'static str, edits: &'static [super::Edit], reason: Reason) -> ToyStep {
    ToyStep { message, edits, mined: LeftOut(reason), fate: Fate::NotACandidate, merged: false }
}

const fn candidate(
    message: &'static str,
    edits: &'static [super::Edit],
    category: assay_types::Category,
    fate: Fate,
) -> ToyStep {
    ToyStep { message, edits, mined: Candidate(category), fate, merged: false }
}

/// Every commit of the main line.
pub const STEPS: &[ToyStep] = &[
    left(
        "Start the ledger",
        &[
            Write("LICENSE", files::LICENCE),
            Write("pyproject.toml", files::PROJECT),
            Write("README.md", "# Ledger\n"),
            Write("ledger/__init__.py", files::PACKAGE),
            Write("ledger/money.py", files::MONEY),
            Write("ledger/accounts.py", files::ACCOUNTS),
            Write("ledger/report.py", files::REPORT),
            Write("tests/test_money.py", files::TEST_MONEY),
            Write("tests/test_accounts.py", files::TEST_ACCOUNTS),
            Write("tests/test_report.py", files::TEST_REPORT),
        ],
        Reason::FirstCommit,
    ),
    candidate(
        "Fix amounts with less than ten cents\n\nAn amount of 1205 cents was written as 12.5.\n\nFixes #3",
        &[
            Replace("ledger/money.py", "{cents // 100}.{cents % 100}", "{cents // 100}.{cents % 100:02}"),
            Append(
                "tests/test_money.py",
                "\n\ndef test_few_cents_have_a_zero():\n    assert format_amount(1205) == '12.05'\n",
            ),
        ],
        Corrective,
        Fate::Admitted,
    ),
    left(
        "Say what a ledger is",
        &[Append("README.md", "\nIt keeps books.\n")],
        Reason::NeitherSourceNorTests,
    ),
    candidate(
        "Add a balance of all accounts\n\n`Accounts.balance()` is the sum of what all accounts hold.",
        &[
            Append(
                "ledger/accounts.py",
                "\n    def balance(self):\n        \"\"\"The sum of all accounts.\"\"\"\n        return sum(self.balances.values())\n",
            ),
            Replace(
                "tests/test_accounts.py",
                "        self.assertEqual(accounts.balances, {'cash': 12})\n",
                "        self.assertEqual(accounts.balances, {'cash': 12})\n\n    def test_a_balance_is_the_sum(self):\n        accounts = Accounts()\n        accounts.book('cash', 5)\n        accounts.book('bank', 7)\n        self.assertEqual(accounts.balance(), 12)\n",
            ),
        ],
        Perfective,
        Fate::Admitted,
    ),
    left(
        "Keep names in a tuple",
        &[Replace("ledger/accounts.py", "return set(self.balances)", "return set(tuple(self.balances))")],
        Reason::SourceOnly,
    ),
    left(
        "Test empty accounts",
        &[Append(
            "tests/test_report.py",
            "\n\ndef test_an_empty_report_has_a_sum():\n    assert report(Accounts()) == 'sum: 0.00'\n",
        )],
        Reason::TestsOnly,
    ),
    candidate(
        "Support Python 3.11: audits fail there\n\nrandom.sample() takes sequences alone since then, no sets.",
        &[
            Replace(
                "ledger/report.py",
                "random.sample(accounts.names(), count)",
                "random.sample(sorted(accounts.names()), count)",
            ),
            Replace("tests/test_report.py", "import report\n", "import audited, report\n"),
            Append(
                "tests/test_report.py",
                "\n\ndef test_an_audit_takes_some_accounts():\n    accounts = Accounts()\n    accounts.book('cash', 1)\n    assert audited(accounts, 1) == ['cash']\n",
            ),
        ],
        Adaptive,
        Fate::Admitted,
    ),
    left(
        "Fix sums of nothing and add an average",
        &[
            Append(
                "ledger/money.py",
                "\n\ndef average(amounts):\n    \"\"\"The mean of amounts.\"\"\"\n    return total(amounts) // len(amounts) if amounts else 0\n",
            ),
            Append(
                "tests/test_money.py",
                "\n\ndef test_nothing_has_an_average():\n    from ledger.money import average\n\n    assert average([]) == 0\n",
            ),
        ],
        Reason::Mixed,
    ),
    candidate(
        "Fix amounts with spaces around them",
        &[
            Replace(
                "ledger/money.py",
                "whole, _, cents = text.partition('.')",
                "whole, _, cents = text.strip().partition('.')",
            ),
            Append(
                "tests/test_money.py",
                "\n\ndef test_spaces_are_passed_over():\n    assert parse_amount(' 12.30 ') == 1230\n",
            ),
        ],
        Corrective,
        Fate::PassesBefore,
    ),
    candidate(
        "Fix bookings of nothing\n\nAn account that nothing was booked on should not be there.",
        &[
            Replace(
                "ledger/accounts.py",
                "        self.balances[name] =",
                "        if cents == 0:\n            return\n        self.balances[name] =",
            ),
            Write(
                "tests/test_nothing.py",
                "import time\n\nfrom ledger.accounts import Accounts\n\n\ndef test_nothing_is_booked():\n    accounts = Accounts()\n    accounts.book('cash', 0)\n    assert not accounts.balances and time.perf_counter_ns() // 1000 % 2\n",
            ),
        ],
        Corrective,
        Fate::Flaky,
    ),
    candidate(
        "Fix the order of reports\n\nAccounts should come by name.",
        &[
            Replace("ledger/report.py", "accounts.balances.items():", "sorted(accounts.balances.items()):"),
            Write(
                "tests/test_order.py",
                "from ledger.accounts import Accounts\nfrom ledger.report import report\n\nBOOKED = Accounts()\n\n\ndef test_booking():\n    BOOKED.book('b', 1)\n    BOOKED.book('a', 1)\n\n\ndef test_accounts_come_by_name():\n    assert report(BOOKED).startswith('a: 0.01')\n",
            ),
        ],
        Corrective,
        Fate::OrderDependent,
    ),
    candidate(
        "Fix days of times\n\nTimes are seconds, and were taken for something else.",
        &[
            Replace("ledger/report.py", "time.gmtime(seconds // 1000)", "time.gmtime(seconds)"),
            Write(
                "tests/test_days.py",
                "import time\n\nfrom ledger.report import dated\n\n\ndef test_the_day_is_the_one_here():\n    assert dated(1704067200) == time.strftime('%Y-%m-%d', time.localtime(1704067200))\n",
            ),
        ],
        Corrective,
        Fate::TimeDependent,
    ),
    candidate(
        "Add rates of exchange",
        &[
            Write(
                "ledger/rates.py",
                "\"\"\"Rates of exchange.\"\"\"\n\nRATES = {'EUR': 100}\n\n\ndef rate(currency):\n    \"\"\"Cents for one unit.\"\"\"\n    return RATES[currency]\n",
            ),
            Write(
                "tests/test_rates.py",
                "import socket\n\nfrom ledger.rates import rate\n\n\ndef test_a_rate_is_known():\n    socket.create_connection(('example.org', 80), timeout=2).close()\n    assert rate('EUR') == 100\n",
            ),
        ],
        Perfective,
        Fate::NeedsNetwork,
    ),
    ToyStep {
        message: "Refactor reports into lines and sum",
        edits: &[Replace(
            "ledger/report.py",
            "    lines = []\n    summed = 0\n    for name, cents in sorted(accounts.balances.items()):\n        lines.append(f'{name}: {format_amount(cents)}')\n        summed += cents\n    lines.append(f'sum: {format_amount(summed)}')\n    return '\\n'.join(lines)\n",
            "    lines = [f'{name}: {format_amount(cents)}' for name, cents in sorted(accounts.balances.items())]\n    return '\\n'.join([*lines, f'sum: {format_amount(accounts.balance())}'])\n",
        )],
        mined: Parked(Preventive),
        fate: Fate::NotACandidate,
        merged: false,
    },
    left(
        "Fix negative amounts: whole part towards zero cents",
        &[
            Replace(
                "ledger/money.py",
                "    return f'{cents // 100}.{cents % 100:02}'\n",
                "    whole, part_towards_zero = divmod(abs(cents), 100)\n    negative = '-' if cents < 0 else ''\n    return f'{negative}{whole}.{part_towards_zero:02}'\n",
            ),
            Append(
                "tests/test_money.py",
                "\n\ndef test_debts_are_written():\n    assert format_amount(-105) == '-1.05'\n",
            ),
        ],
        Reason::StatementLeaks,
    ),
    left(
        "Revert \"Add rates of exchange\"\n\nThey were out of date.",
        &[
            Remove("ledger/rates.py"),
            Remove("tests/test_rates.py"),
            Append("ledger/report.py", "\n\nCURRENCY = 'EUR'\n"),
        ],
        Reason::Revert,
    ),
    ToyStep {
        message: "Merge pull request #9 from ada/transfers\n\nAllow transfers between accounts",
        edits: &[
            Append(
                "ledger/accounts.py",
                "\n    def transfer(self, source, target, cents):\n        \"\"\"Moves an amount.\"\"\"\n        self.book(source, -cents)\n        self.book(target, cents)\n",
            ),
            Append(
                "tests/test_report.py",
                "\n\ndef test_a_transfer_keeps_the_sum():\n    accounts = Accounts()\n    accounts.transfer('cash', 'bank', 5)\n    assert accounts.balances == {'cash': -5, 'bank': 5}\n",
            ),
        ],
        mined: Candidate(Perfective),
        fate: Fate::Admitted,
        merged: true,
    },
    left(
        "Add small modules",
        &[Many("part", 20), Append("tests/test_money.py", "\n\nPARTS = 20\n")],
        Reason::TooLarge,
    ),
    left(
        "Fix the currency of reports",
        &[
            Submodule("vendor"),
            Replace("ledger/report.py", "CURRENCY = 'EUR'", "CURRENCY = 'CHF'"),
            Append("tests/test_money.py", "\n\nCURRENCY = 'CHF'\n"),
        ],
        Reason::RefusedPatch,
    ),
    left(
        "Fix the currency again",
        &[
            Replace("ledger/report.py", "CURRENCY = 'CHF'", "CURRENCY = 'EUR'"),
            Replace("tests/test_money.py", "\n\nCURRENCY = 'CHF'\n", ""),
        ],
        Reason::TestsOnlyLose,
    ),
    left(
        "Francs it is",
        &[
            Replace("ledger/report.py", "CURRENCY = 'EUR'", "CURRENCY = 'CHF'"),
            Append("tests/test_money.py", "\n\nVERSION = 2\n"),
        ],
        Reason::Uncategorised,
    ),
    left(
        "Fix #12",
        &[
            Replace("ledger/report.py", "CURRENCY = 'CHF'", "CURRENCY = 'EUR'"),
            Append("tests/test_money.py", "\n\nVERSION_FIXED = 3\n"),
        ],
        Reason::StatementTooShort,
    ),
    left(
        "Changes for version 1.1",
        &[
            Replace("ledger/report.py", "CURRENCY = 'EUR'", "CURRENCY = 'GBP'"),
            Append("tests/test_money.py", "\n\nRELEASED = 4\n"),
        ],
        Reason::Release,
    ),
];
