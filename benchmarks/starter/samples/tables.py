"""The tables of the starter benchmark's README.md, drawn from the plan."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from expected import PERFORMANCE, ROWS, STATIC_CHECKS, holm, planted_tasks, row
from plans import SAMPLES_PER_TASK, SIDES, TASKS, Plan, about, outcome


def readme(page: str, plans: dict[str, Plan]) -> str:
    """Return the page with all of its tables drawn anew."""
    drawn = {
        "tasks": tasks(plans),
        "rows": rows(plans),
        "passes": passes(plans),
        "static": static(plans),
        "performance": performance(plans),
        "outcomes": outcomes(plans),
        "samples": samples(plans),
    }
    for name, text in drawn.items():
        marked = re.compile(rf"(<!-- {name}: build\.py -->\n).*?(<!-- end -->)", re.DOTALL)
        if len(marked.findall(page)) != 1:
            raise SystemExit(f"README.md has to have one place for the table {name!r}")
        page = marked.sub(lambda found: found[1] + text + found[2], page)
    return page


def table(head: Iterable[str], body: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([str(cell) for cell in cells] for cells in body)]
    return "".join(
        "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|\n" for cells in lines
    )


def code(text: str) -> str:
    """Return a name as Markdown's code."""
    return f"`{text}`"


def first_sentence(task_id: str) -> str:
    """Return what a task's docstring says first."""
    tree = ast.parse((TASKS / task_id / "prompt.py").read_text(encoding="utf-8"))
    thing = next(node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)))
    text = ast.get_docstring(thing) or ""
    return text.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".").replace("|", r"\|")


def kind_of_tests(folder: Path, isolation: str) -> str:
    """Return how a task's tests are written."""
    for name in ("cases.toml", "cases.json"):
        if (folder / name).is_file():
            return name
    text = (folder / "tests.py").read_text(encoding="utf-8")
    if isolation == "shared":
        return "shared: unittest" if "unittest" in text else "shared: as for pytest"
    return "check(candidate)" if "def check(" in text else "statements"


def tasks(plans: dict[str, Plan]) -> str:
    """The tasks."""
    body = []
    for task_id, plan in plans.items():
        folder = TASKS / task_id
        task = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
        kind = kind_of_tests(folder, task.get("isolation", "split"))
        wrong = len(list((folder / "wrong").glob("*.py")))
        body.append(
            (code(task_id), task["difficulty"], ", ".join(task["tags"]), first_sentence(task_id))
            + (plan["insists_on"], kind, wrong, code(plan["field"]))
        )
    head = ("task", "difficulty", "tags", "what it asks for", "what the tests insist on")
    return table((*head, "tests", "wrong solutions", "samples given as"), body)


def rows(plans: dict[str, Plan]) -> str:
    """The rate rows."""
    planned = [row(plans, check) for check in ROWS]
    body = []
    for line, corrected in zip(planned, holm([line.p_value for line in planned]), strict=True):
        verdict = "regression" if line.is_regression(corrected) else "no regression"
        body.append(
            [ROWS[line.check], code(line.check)]
            + [f"{float(100 * line.rate(side)):.2f} % ({line.flagged(side)})" for side in SIDES]
            + [f"{float(100 * line.difference):+.2f}".replace("-", "−"), line.moved]
            + [f"{float(line.p_value):.2g}", f"{float(corrected):.2g}", verdict]
        )
    head = ("aspect", "row", *SIDES, "difference", "tasks that move", "p", "p, corrected")
    return table((*head, "verdict"), body)


def passes(plans: dict[str, Plan]) -> str:
    """Passing samples by task."""
    body: list[tuple[object, ...]] = []
    totals = [0, 0]
    for task_id, (old, new) in row(plans, "incorrect_code").tallies.items():
        counts = [tally.judged - tally.flagged for tally in (old, new)]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        lost = counts[0] * 2 >= SAMPLES_PER_TASK > counts[1] * 2
        kind = "lost" if lost else "weakened" if counts[1] < counts[0] else "unchanged"
        cells = [f"{count} of {SAMPLES_PER_TASK}" for count in counts]
        body.append((code(task_id), *cells, difference(counts), kind))
    all_samples = SAMPLES_PER_TASK * len(plans)
    cells = [f"{total} of {all_samples}" for total in totals]
    body.append(("together", *cells, difference(totals), ""))
    return table(("task", "baseline passes", "candidate passes", "difference", "kind"), body)


def difference(counts: list[int]) -> str:
    """Return how many more the candidate has."""
    return f"{counts[1] - counts[0]:+d}".replace("-", "−").replace("+0", "0")


def static(plans: dict[str, Plan]) -> str:
    """Samples that each static check flags, by task: baseline and candidate."""
    planned = [row(plans, check) for check in STATIC_CHECKS]
    body = []
    for task_id in plans:
        cells = []
        for line in planned:
            old, new = line.tallies[task_id]
            shown = [
                str(tally.flagged) if tally.judged == SAMPLES_PER_TASK
                else f"{tally.flagged}/{tally.judged}"
                for tally in (old, new)
            ]
            cells.append(" → ".join(shown) if old.flagged or new.flagged else "")
        body.append((code(task_id), *cells))
    return table(("task", *map(code, STATIC_CHECKS)), body)


def performance(plans: dict[str, Plan]) -> str:
    """The tasks in which most of the candidate's passing samples are slower or need more memory."""
    body = []
    for check, key in PERFORMANCE.items():
        for task_id in planted_tasks(plans, key):
            plan = plans[task_id]
            passing = [name for name in plan["candidate"] if outcome(plan, name) == "pass"]
            factors = [about(plan, name)[key] for name in passing if key in about(plan, name)]
            span = f"{min(factors):g} to {max(factors):g} times"
            body.append((code(check), code(task_id), f"{len(factors)} of {len(passing)}", span))
    return table(("row", "task", "of the candidate's passing samples", "factors"), body)


def outcomes(plans: dict[str, Plan]) -> str:
    """Samples by outcome."""
    counts = {
        side: Counter(outcome(plan, name) for plan in plans.values() for name in plan[side])
        for side in SIDES
    }
    found = counts["baseline"] | counts["candidate"]
    names = sorted(found, key=lambda name: (name != "pass", name))
    body = ((code(name), *(counts[side][name] for side in SIDES)) for name in names)
    return table(("outcome", *SIDES), body)


def samples(plans: dict[str, Plan]) -> str:
    """The samples that are not simply right and clean."""
    body = []
    for task_id, plan in plans.items():
        for name in plan["samples"]:
            facts = about(plan, name)
            found = [code(facts["outcome"])] if "outcome" in facts else []
            found += [code(flag) for flag in facts.get("flags", [])]
            for key, word in (("slower", "time"), ("memory", "memory")):
                if key in facts:
                    found.append(f"{word} × {facts[key]:g}")
            numbers = [plan[side].count(name) or "" for side in SIDES]
            body.append((code(task_id), code(name), *numbers, ", ".join(found), facts["planted"]))
    return table(("task", "sample", *SIDES, "what has to be found", "planted"), body)
