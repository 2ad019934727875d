"""What a report on the two sample sets has to say, computed from the plan alone.

The rules are those of assay's verdicts for rate rows: the share of a task is its flagged
samples ÷ its judged samples; a row's difference is the mean over the tasks of the baseline's
share minus the candidate's; p is that of the two-sided sign-flip test over tasks, exact; the
p values of all rate rows of a report are corrected together, by Holm's method.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from plans import SIDES, Plan, about, outcome

ALPHA = Fraction(5, 100)
MARGIN = Fraction(3, 100)

# The rate rows, by aspect and in the order of a report.
ROWS = {
    "incorrect_code": "logic",
    "syntax_error": "errors",
    "missing_declaration_import": "errors",
    "code_duplication": "maintainability",
    "comment_duplication": "maintainability",
    "unnecessary_else": "maintainability",
    "unnecessary_conditional_block": "maintainability",
    "confusing_variable_naming": "readability",
    "sub_readable_code": "readability",
}
STATIC_CHECKS = tuple(row for row in ROWS if row != "incorrect_code")
# The performance rows, and the key under which the plan has a sample's factor.
PERFORMANCE = {"memory_usage": "memory", "execution_time": "slower"}


@dataclass(frozen=True)
class Tally:
    """How many of a task's samples a check judges on one side, and how many it flags."""

    flagged: int
    judged: int

    @property
    def share(self) -> Fraction:
        """Flagged ÷ judged."""
        return Fraction(self.flagged, self.judged)


@dataclass(frozen=True)
class Row:
    """A rate row, as it is planned."""

    check: str
    tallies: dict[str, tuple[Tally, Tally]]

    @property
    def differences(self) -> list[Fraction]:
        """Per task, the baseline's share minus the candidate's."""
        return [old.share - new.share for old, new in self.tallies.values()]

    @property
    def difference(self) -> Fraction:
        """The mean over the tasks; negative where the candidate is worse."""
        return sum(self.differences, Fraction(0)) / len(self.tallies)

    @property
    def moved(self) -> int:
        """In how many tasks the shares differ."""
        return sum(difference != 0 for difference in self.differences)

    def rate(self, side: str) -> Fraction:
        """The mean share of a side."""
        place = SIDES.index(side)
        shares = [pair[place].share for pair in self.tallies.values()]
        return sum(shares, Fraction(0)) / len(shares)

    def flagged(self, side: str) -> int:
        """How many samples of a side are flagged."""
        return sum(pair[SIDES.index(side)].flagged for pair in self.tallies.values())

    @property
    def p_value(self) -> Fraction:
        """The share of sign flips whose sum is as far from zero as the one that was seen."""
        scale = lcm(*(difference.denominator for difference in self.differences))
        steps = [int(difference * scale) for difference in self.differences]
        sums = Counter({0: 1})
        for step in steps:
            flipped: Counter[int] = Counter()
            for total, ways in sums.items():
                flipped[total + step] += ways
                flipped[total - step] += ways
            sums = flipped
        far = sum(ways for total, ways in sums.items() if abs(total) >= abs(sum(steps)))
        return Fraction(far, 2 ** len(steps))

    def is_regression(self, p_corrected: Fraction) -> bool:
        """Whether the verdict is a regression."""
        return p_corrected < ALPHA and self.difference <= -MARGIN


def flags(plan: Plan, name: str, check: str) -> bool | None:
    """Return whether a check flags a sample; None if it cannot judge it."""
    if check == "incorrect_code":
        return outcome(plan, name) != "pass"
    flagged = about(plan, name).get("flags", [])
    if check == "syntax_error":
        return None if about(plan, name).get("empty") else check in flagged
    if about(plan, name).get("empty") or "syntax_error" in flagged:
        return None
    return check in flagged


def row(plans: dict[str, Plan], check: str) -> Row:
    """Return a rate row."""
    tallies = {}
    for task_id, plan in plans.items():
        pair = []
        for side in SIDES:
            judged = [flag for name in plan[side] if (flag := flags(plan, name, check)) is not None]
            pair.append(Tally(sum(judged), len(judged)))
        if all(tally.judged for tally in pair):
            tallies[task_id] = (pair[0], pair[1])
    return Row(check, tallies)


def holm(p_values: list[Fraction]) -> list[Fraction]:
    """Return the p values, corrected together by Holm's method."""
    corrected = [Fraction(1)] * len(p_values)
    highest = Fraction(0)
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        highest = max(highest, min(Fraction(1), p_values[place] * (len(p_values) - rank)))
        corrected[place] = highest
    return corrected


def lost_tasks(plans: dict[str, Plan]) -> tuple[list[str], list[str]]:
    """Return the tasks that lose their majority of passing samples, and those that gain one."""
    half = Fraction(1, 2)
    shares = {
        task_id: [1 - tally.share for tally in pair]
        for task_id, pair in row(plans, "incorrect_code").tallies.items()
    }
    lost = [task_id for task_id, (old, new) in shares.items() if old >= half > new]
    gained = [task_id for task_id, (old, new) in shares.items() if new >= half > old]
    return lost, gained


def planted_tasks(plans: dict[str, Plan], key: str) -> list[str]:
    """Return the tasks where most passing samples of the candidate have a planted factor."""
    tasks = []
    for task_id, plan in plans.items():
        passing = [name for name in plan["candidate"] if outcome(plan, name) == "pass"]
        if 2 * sum(key in about(plan, name) for name in passing) > len(passing):
            tasks.append(task_id)
    return tasks
