"""Kills runs, makes their files fail and damages their stores: nothing judged may be lost, and no report may change.

1. Kills: a comparison of 1,000 real samples (those that never end left out) is killed by SIGKILL at 100 seeded
   moments, spread over the whole run, each time in a store of its own (ten of them empty, so that the environment is
   built too), and run again. Every finding that was stored by then must be in the database unharmed and must stay as
   it is, so that nothing is judged twice; the second run must run exactly the trials that are missing, leave nothing
   half-written and write a report.json that is byte-identical to that of an unbroken run.
2. Faults: in a small run of the starter benchmark, in a store that holds an earlier one, every call of the program that
   creates, writes, cuts, syncs or renames a file of the store or of `--out` fails once: the process is killed at it,
   the disk is full (ENOSPC), the disk is broken (EIO). The earlier run's findings and report must be intact, the exit
   code must be 4 with a message that says what to do, and the same command afterwards must end as an unbroken run. Of
   the calls that build an environment, some thousand, seeded ones are taken, and all that put it on the disk.
   The calls fail in a layer between program and C library (crates/assay-store/tests/faults/faulty_files.c, LD_PRELOAD),
   which sees this process alone, all its threads, and not the sandbox. What would go round the layer is looked for
   with strace.
3. Damage: bytes of the database are flipped and its end torn off, likewise of the log that a killed run leaves. The
   same command must write the same report, or exit with 4, say that the database is damaged and do so after it has
   been moved away as the message says. It must never write another report.

Exit codes: 0 all of this holds; 1 something does not, and what; 2 wrong usage; 3 no data in ../shared/data, no assay
or no C compiler.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import common

_WORK = common.WORK / "durability"
_LAYER_SOURCE = common.REPOSITORY / "crates" / "assay-store" / "tests" / "faults" / "faulty_files.c"
_STARTER = common.REPOSITORY / "benchmarks" / "starter"
#: Of each side, so that a run has 1,000 samples.
_SAMPLES = 500
#: More that are looked at, for those that are left out.
_SPARE = 20
_SEED = 20261130
#: Every so manieth kill begins with an empty store.
_FROM_NOTHING = 10
_ENVIRONMENT_CALLS = 10
_FLIPS, _TEARS = 30, 10
_FAULTS = {"SIGKILL": "KILL", "ENOSPC": "28", "EIO": "5"}
_LEFTOVERS = (".assay-unfinished-", ".tmp", "building-")

Rows = dict[bytes, tuple[str, bytes]]


class Setting:
    """A folder with a store and the files of one comparison."""

    def __init__(self, name: str, samples: Path, benchmark: str, template: Path | None = None) -> None:
        """Makes it; with a copy of another setting's store, where there is one to begin with."""
        self.folder = common.fresh_folder(_WORK / name)
        self.store = self.folder / "store"
        self._benchmark = benchmark
        for side in ("baseline", "candidate"):
            shutil.copy(samples / f"{side}.jsonl", self.folder)
        if template is not None:
            # Environments never change, so links will do; all else is copied.
            self.store.mkdir()
            subprocess.run(["cp", "-al", template / "environments", self.store / "environments"], check=True)
            for path in template.iterdir():
                if path.is_dir() and path.name != "environments":
                    shutil.copytree(path, self.store / path.name)
                elif path.is_file():
                    shutil.copy(path, self.store)

    @classmethod
    def existing(cls, name: str) -> Setting:
        """One that is there already."""
        setting = cls.__new__(cls)
        setting.folder = _WORK / name
        setting.store = setting.folder / "store"
        return setting

    def command(self, sides: tuple[str, str] = ("baseline", "candidate")) -> list[str]:
        """The comparison's command line."""
        files = [f"{side}.jsonl" for side in sides]
        command = [str(common.assay_binary()), "compare", *files, "--benchmark", self._benchmark, "--aspects", "logic,static", "--out", "out"]
        # Most of a small run is opening slots.
        return [*command, "--jobs", "1"] if self._benchmark == "starter" else command

    def start(self, sides: tuple[str, str] = ("baseline", "candidate"), **more: str) -> subprocess.Popen[str]:
        """Starts the comparison."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "ASSAY_STORE": str(self.store)}
        return subprocess.Popen(
            self.command(sides),
            env=environment | more,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, **more: str) -> tuple[int, str]:
        """Runs the comparison to its end; returns exit code and messages."""
        process = self.start(**more)
        errors = process.communicate()[1]
        return process.returncode, errors

    def report(self) -> bytes:
        """The report, or nothing."""
        path = self.folder / "out" / "report.json"
        return path.read_bytes() if path.exists() else b""

    def rows(self) -> Rows:
        """Every finding and calibration as it lies in the database."""
        found: Rows = {}
        path = self.store / "store.sqlite"
        if not path.exists():
            return found
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            for table in ("findings", "calibrations"):
                for key, text, digest in connection.execute(f"SELECT key, text, digest FROM {table}"):  # noqa: S608
                    found[table.encode() + key] = (text, digest)
        except sqlite3.OperationalError:
            pass  # killed before the tables were made
        finally:
            connection.close()
        return found

    def leftovers(self) -> list[str]:
        """What is half-written or half-built in the store or beside the report."""
        found = []
        for top in (self.store, self.folder / "out"):
            for folder, folders, files in os.walk(top):
                found += [os.path.join(folder, name) for name in folders + files if name.startswith(_LEFTOVERS)]
        return found


def harmed(rows: Rows) -> int:
    """Rows whose digest does not fit."""
    count = 0
    for name, (text, digest) in rows.items():
        parts = (name.removeprefix(b"findings").removeprefix(b"calibrations"), text.encode())
        sealed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        count += hashlib.sha256(sealed).digest() != digest
    return count


def findings(rows: Rows) -> int:
    """How many of the rows are findings."""
    return sum(name.startswith(b"findings") for name in rows)


def trials(messages: str) -> int:
    """How many trials a run says that it ran."""
    match = re.search(r"^(\d+) trials on", messages, re.MULTILINE)
    return int(match[1]) if match else 0


def lost(before: Rows, after: Rows) -> int:
    """Rows that are gone or were written again."""
    return sum(after.get(key) != row for key, row in before.items())


def difference(report: bytes, setting: Setting) -> list[str]:
    """The first lines in which a setting's report is another."""
    old, new = report.decode().splitlines(), setting.report().decode().splitlines()
    return list(difflib.unified_diff(old, new, lineterm="", n=0))[:8]


def samples_of_humaneval() -> Path:
    """500 samples a side of one real model, without those that never end.

    Whether such a one reaches its limit of CPU time or, on a busy machine, that of the clock is no matter of storage.
    """
    folder, store = common.fresh_folder(_WORK / "samples"), _WORK / "samples-store"
    for side, name in zip(("baseline", "candidate"), common.SAME_MODEL, strict=True):
        rows = common.read_lines(common.samples_file(name))[: _SAMPLES + _SPARE]
        common.write_lines(folder / "all.jsonl", rows)
        options = ["--benchmark", common.HUMAN_EVAL, "--out", folder / "labelled.jsonl"]
        common.run_assay(["-q", "check", folder / "all.jsonl", *options], store)
        labelled = common.read_lines(folder / "labelled.jsonl")
        ends = {row["line"] for row in labelled if not row["outcome"].startswith("limit(")}
        chosen = [row for line, row in enumerate(rows, 1) if line in ends]
        common.write_lines(folder / f"{side}.jsonl", chosen[:_SAMPLES])
    return folder


def small_samples() -> Path:
    """Reference and wrong solutions of two of the starter's tasks; an earlier run of others."""
    folder = common.fresh_folder(_WORK / "small-samples")
    for side, keep in (("baseline", 1), ("candidate", 3)):
        rows = []
        for task in sorted((_STARTER / "tasks").iterdir())[:2]:
            modules = [task / "reference.py", *sorted((task / "wrong").iterdir())][:keep]
            rows += [{"task_id": task.name, "solution": path.read_text(encoding="utf-8")} for path in modules]
        common.write_lines(folder / f"{side}.jsonl", rows)
    return folder


class Checks:
    """Counts what held, and keeps what did not."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.failures: list[str] = []

    def require(self, holds: bool, failure: str) -> bool:
        """Notes a failure."""
        if not holds:
            self.failures.append(failure)
            print(f"FAILS: {failure}", file=sys.stderr)
        return holds


def kills(figure: common.Figure, checks: Checks, count: int) -> None:
    """Part 1."""
    samples, benchmark = samples_of_humaneval(), str(common.HUMAN_EVAL)
    seconds: dict[bool, float] = {}
    template = None
    for from_nothing in (True, False):
        unbroken = Setting(f"unbroken-{from_nothing}", samples, benchmark, template)
        start = time.monotonic()
        code, messages = unbroken.run()
        seconds[from_nothing] = time.monotonic() - start
        if code != 0:
            raise RuntimeError(f"the unbroken run exited with {code}:\n{messages}")
        template = _WORK / "environment-only"
        shutil.rmtree(template, ignore_errors=True)
        subprocess.run(["cp", "-al", unbroken.store, template], check=True)
        for name in ("blobs", "runs"):
            shutil.rmtree(template / name)
        for path in template.glob("store.sqlite*"):
            path.unlink()
    report, total = unbroken.report(), trials(messages)
    generator = random.Random(_SEED)
    moments, stored, late = [], [], 0
    kill = 0
    while kill < count:
        from_nothing = kill % _FROM_NOTHING == 0
        share = (kill + generator.random()) / count
        setting = Setting("killed", samples, benchmark, None if from_nothing else template)
        run = setting.start()
        time.sleep(share * seconds[from_nothing])
        run.kill()
        run.communicate()
        if run.returncode == 0:  # it was quicker than the unbroken one
            late += 1
            if late > count:
                raise RuntimeError("the runs end before they can be killed")
            continue
        kill += 1
        if kill % _FROM_NOTHING == 0:
            print(f"{kill} kills", file=sys.stderr)
        name = f"kill {kill} at {share:.3f}"
        before = setting.rows()
        moments.append(share)
        stored.append(findings(before))
        checks.require(harmed(before) == 0, f"{name}: {harmed(before)} rows are harmed")
        code, messages = setting.run()
        after = setting.rows()
        checks.require(code == 0, f"{name}: the next run exited with {code}: {messages}")
        checks.require(lost(before, after) == 0, f"{name}: {lost(before, after)} rows were lost or judged again")
        missing = total - findings(before)
        checks.require(trials(messages) == missing, f"{name}: {trials(messages)} trials, and {missing} were missing")
        checks.require(setting.report() == report, f"{name}: report.json differs: {difference(report, setting)}")
        checks.require(not setting.leftovers(), f"{name}: left behind: {setting.leftovers()[:5]}")
    run_of = f"a run of {2 * _SAMPLES} samples ({total} trials, {seconds[False]:.1f} s unbroken)"
    figure.text(f"1. {count} kills of {run_of}:")
    parts = [(low, low + 0.25) for low in (0, 0.25, 0.5, 0.75)]
    rows = []
    for low, high in parts:
        known = [number for share, number in zip(moments, stored, strict=True) if low <= share < high]
        rows.append((f"{low:.0%} to {high:.0%}", len(known), f"{min(known)} to {max(known)}" if known else ""))
    figure.table(("moment of the kill", "kills", "findings stored by then"), rows)


def compile_layer() -> Path:
    """The layer of failing files."""
    if shutil.which("cc") is None:
        raise common.Absent("no C compiler (cc) for the layer of failing files")
    library = _WORK / "faulty_files.so"
    command = ["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(_LAYER_SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


def layer(library: Path, setting: Setting, when: int, how: str, building: bool = False) -> dict[str, str]:
    """What puts the layer under a run: under all of its files, or only those of building an environment.

    The latter goes on beside the judging, so that only by itself its calls have the same numbers in every run.
    """
    under = (setting.store / "environments",) if building else (setting.store, setting.folder / "out")
    return {
        "LD_PRELOAD": str(library),
        "FAULTY_FILES_UNDER": ":".join(map(str, under)),
        "FAULTY_FILES_CALL": "any",
        "FAULTY_FILES_WHEN": str(when),
        "FAULTY_FILES_HOW": how,
        "FAULTY_FILES_LOG": str(setting.folder / "calls"),
    }


def calls(setting: Setting) -> list[str]:
    """The calls that the layer saw: name and file, the folder and numbers of processes left out."""
    path = setting.folder / "calls"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    text = without_numbers(text.replace(f"{setting.folder}/", ""))
    return [line.split(" ", 1)[1] for line in text.splitlines()]


def without_numbers(text: str) -> str:
    """Scratch files are named after a process."""
    return re.sub(r"(unfinished-)\d+-\d+", r"\1N", text)


def faults(figure: common.Figure, checks: Checks) -> None:
    """Part 2."""
    library, samples = compile_layer(), small_samples()
    first = Setting("small-first", samples, "starter")
    shutil.copy(first.folder / "candidate.jsonl", first.folder / "earlier.jsonl")
    earlier = first.start(("earlier", "earlier"))
    if earlier.wait() != 0:
        raise RuntimeError(f"the earlier run exited with {earlier.returncode}")
    # Half of its findings are those of the later run; so that there is something to judge, the candidate is changed.
    rows = common.read_lines(samples / "candidate.jsonl")
    common.write_lines(samples / "candidate.jsonl", [{**row, "solution": row["solution"] + "\n#\n"} for row in rows])
    unbroken = Setting("small-unbroken", samples, "starter", first.store)
    code, messages = unbroken.run(**layer(library, unbroken, 0, "5"))
    if code != 0:
        raise RuntimeError(f"the small run exited with {code}:\n{messages}")
    seen = calls(unbroken)
    everywhere(figure, checks, "an earlier run's store", samples, first.store, range(1, len(seen) + 1), unbroken)
    nothing = Setting("small-nothing", samples, "starter")
    nothing.run(**layer(library, nothing, 0, "5", building=True))
    places = calls(nothing)
    # The last ones put the environment on the disk and name it.
    last = next(number for number, place in enumerate(places, 1) if place.startswith("syncfs"))
    chosen = sorted(random.Random(_SEED).sample(range(1, last), _ENVIRONMENT_CALLS))
    chosen += range(last, len(places) + 1)
    title = f"no store, among those that build an environment: {len(chosen)} of {len(places)}"
    everywhere(figure, checks, title, samples, None, chosen, nothing)
    strace(figure, checks, samples, first.store, seen)


def everywhere(
    figure: common.Figure,
    checks: Checks,
    begins_with: str,
    samples: Path,
    template: Path | None,
    numbers: range | list[int],
    unbroken: Setting,
) -> None:
    """Breaks the small run at each of the calls, in each way."""
    library, table = compile_layer(), []
    untold: Counter[str] = Counter()
    for fault, how in _FAULTS.items():
        exits: Counter[int] = Counter()
        for number in numbers:
            setting = Setting("small", samples, "starter", template)
            before, runs = setting.rows(), reports(setting)
            code, messages = setting.run(**layer(library, setting, number, how, building=template is None))
            place = next((call for call in calls(setting) if call.endswith("<- here")), None)
            if place is None:
                continue  # one call less than in the unbroken run: findings were written together
            exits[code] += 1
            name = f"{fault} at {place} (call {number}, {begins_with})"
            if fault == "SIGKILL":
                checks.require(code == -9, f"{name}: exit {code}")
            elif code == 0:
                untold[place] += 1
                # SQLite does not look at this one's answer; the store asks once more by itself, and does.
                checks.require(place.startswith("fsync store <-"), f"{name}: exit 0")
            else:
                told = any(word in messages for word in ("the same command goes on", "another folder"))
                checks.require(code == 4 and told, f"{name}: exit {code}: {messages}")
            after = setting.rows()
            checks.require(lost(before, after) == 0, f"{name}: {lost(before, after)} earlier findings are lost")
            checks.require(harmed(after) == 0, f"{name}: {harmed(after)} rows are harmed")
            checks.require(reports(setting).items() >= runs.items(), f"{name}: an earlier run is lost")
            code, messages = setting.run()
            checks.require(code == 0, f"{name}: the next run exited with {code}: {messages}")
            checks.require(lost(after, setting.rows()) == 0, f"{name}: something was judged twice")
            differs = f"report.json differs: {difference(unbroken.report(), setting)}"
            checks.require(setting.report() == unbroken.report(), f"{name}: {differs}")
            checks.require(not setting.leftovers(), f"{name}: left behind: {setting.leftovers()[:5]}")
        told = ", ".join(f"{times} × {code}" for code, times in sorted(exits.items()))
        table.append((fault, sum(exits.values()), told))
    figure.text(f"2. Faults at every call of a small run that begins with {begins_with}:")
    figure.table(("fault", "calls", "exit codes"), table)
    if untold:
        figure.text("Exit 0: " + ", ".join(f"{times} × `{place}`" for place, times in sorted(untold.items())) + ".")


def reports(setting: Setting) -> dict[str, bytes]:
    """The stored runs' documents."""
    return {path.parent.name: path.read_bytes() for path in setting.store.glob("runs/*/report.json")}


def strace(figure: common.Figure, checks: Checks, samples: Path, template: Path, seen: list[str]) -> None:
    """Whether the layer sees every call that strace sees."""
    if shutil.which("strace") is None:
        figure.text("strace is absent: nobody looked for calls that go round the layer.")
        return
    setting = Setting("small", samples, "starter", template)
    log = setting.folder / "strace"
    names = "openat,open,creat,write,writev,pwrite64,fsync,fdatasync,syncfs,rename,renameat,renameat2,mkdir,mkdirat"
    names += ",ftruncate,fallocate,link,linkat,copy_file_range,sendfile,sync_file_range"
    command = ["strace", "-f", "-y", "-o", str(log), "-e", f"trace={names}", *setting.command()]
    environment = {"PATH": os.environ["PATH"], "HOME": str(setting.folder), "ASSAY_STORE": str(setting.store)}
    subprocess.run(command, env=environment, cwd=setting.folder, capture_output=True, check=False)
    traced: set[str] = set()
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        match = re.match(r"\d+ +(\w+)\((?:\d+<([^>]*)>)?", line)
        if match is None or " = -1 " in line or "resumed" in line:
            continue
        if match[1] == "openat" and "O_CREAT" not in line and "O_TMPFILE" not in line:
            continue
        path = Path(match[2] or os.path.join(setting.folder, re.findall(r'"([^"]*)"', line)[-1]))
        if path.is_relative_to(setting.store) or path.is_relative_to(setting.folder / "out"):
            traced.add(without_numbers(f"{match[1]} {path.relative_to(setting.folder)}"))
    layered, traced = plainly(seen), plainly(traced)
    # The unnamed file that finds out whether `--out` may be written; nothing is written into it.
    passing = sorted(traced - layered - {"open out"})
    figure.text(
        f"Kinds of calls (what on which file) that the layer saw in an unbroken run: {len(layered)}; that strace saw "
        f"in another: {len(traced)}; that go round the layer: {', '.join(passing) or 'none'}."
    )
    checks.require(not passing, f"calls go round the layer: {passing}")


def plainly(seen: Iterable[str]) -> set[str]:
    """Calls and their files, under one name for each call."""
    names = {"openat": "open", "open64": "open", "pwrite64": "pwrite", "ftruncate64": "ftruncate"}
    words = [call.split() for call in seen]
    return {f"{names.get(name, name)} {path}" for name, path, *_ in words}


def damage(figure: common.Figure, checks: Checks) -> None:
    """Part 3: the large run's database, and the log of the small one."""
    library, generator, table = compile_layer(), random.Random(_SEED), []
    large, small = Setting.existing("unbroken-False"), Setting.existing("small-unbroken")
    # A run that is killed late leaves a log that has not been moved into the database.
    logged = Setting("small-logged", _WORK / "small-samples", "starter", _WORK / "small-first" / "store")
    syncs = [number for number, call in enumerate(calls(small), 1) if call.startswith("fsync store/store.sqlite-wal")]
    logged.run(**layer(library, logged, syncs[-1], "KILL"))
    for name, template, unbroken, samples, benchmark in (
        ("store.sqlite", large.store, large, _WORK / "samples", str(common.HUMAN_EVAL)),
        ("store.sqlite-wal", logged.store, small, _WORK / "small-samples", "starter"),
    ):
        size = (template / name).stat().st_size
        for kind, times in (("bytes flipped", _FLIPS), ("end torn off", _TEARS)):
            outcomes: Counter[str] = Counter()
            for _ in range(times):
                setting = Setting("damaged", samples, benchmark, template)
                path, place = setting.store / name, generator.randrange(size)
                with path.open("r+b") as file:
                    if kind == "end torn off":
                        file.truncate(place)
                    else:
                        file.seek(place)
                        byte = file.read(1)[0] ^ (1 << generator.randrange(8))
                        file.seek(place)
                        file.write(bytes([byte]))
                told = f"{name}, {kind} at {place} of {size}"
                outcomes[after_damage(checks, setting, unbroken.report(), told)] += 1
            did = ", ".join(f"{count} × {what}" for what, count in sorted(outcomes.items()))
            table.append((name, kind, times, did))
    figure.text("3. The same command after damage:")
    figure.table(("file", "damage", "times", "what it did"), table)


def after_damage(checks: Checks, setting: Setting, report: bytes, name: str) -> str:
    """Runs the command on a damaged store, and does what it says; returns what it did."""
    code, messages = setting.run()
    if code == 0:
        checks.require(setting.report() == report, f"{name}: another report")
        return "the same report, nothing to judge" if trials(messages) == 0 else "the same report, missing ones judged"
    told = code == 4 and "is damaged" in messages and "move it and the files beside it" in messages
    if not checks.require(told, f"{name}: exit {code}: {messages}"):
        return f"exit {code}"
    aside = setting.folder / "aside"
    aside.mkdir()
    for path in setting.store.glob("store.sqlite*"):
        path.rename(aside / path.name)
    code, messages = setting.run()
    checks.require(code == 0 and setting.report() == report, f"{name}: exit {code} or another report once moved away")
    return "exit 4; moved away, the same report"


def main() -> int:
    """Runs all three parts and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="kills of the large run (default: 100)")
    options = parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL))
        common.fresh_folder(_WORK)
        compile_layer()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    figure, checks = common.Figure("durability", "What kills, faults of files and damage do to findings"), Checks()
    figure.fact(f"Seed {_SEED}")
    start = time.monotonic()
    kills(figure, checks, options.kills)
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    faults(figure, checks)
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    damage(figure, checks)
    figure.text(f"All of this took {(time.monotonic() - start) / 60:.0f} minutes.")
    return figure.conclude(checks.failures[:40], "nothing is lost, nothing judged twice")


if __name__ == "__main__":
    sys.exit(main())
