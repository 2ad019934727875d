"""Looks at the machine before and after real runs, broken ones too: afterwards it must be as it was.

So that nothing but the runs can change what is looked at, this script restarts itself in namespaces of its own
(`unshare` of util-linux: processes, mounts, IPC, network, and an empty /tmp and /dev/shm). There the process table,
/tmp, System V IPC and abstract sockets hold what the runs left, or nothing. Compared around both real comparisons:

    processes, mounts, the store's environments (every file's content), /tmp, /dev/shm, the home folder, cgroups,
    System V IPC, unix sockets

Then a comparison is broken in its middle by Ctrl-C (SIGINT to the whole process group, as a terminal sends it) and by
SIGKILL, and once more by SIGKILL while it still makes its environment. Ctrl-C must end it with 130 within two
seconds; nothing may leave a process; and the same command afterwards must use the earlier findings (if there were any
yet), have the same environment and write a report.json byte-identical to that of a run that nobody broke, in another
store.

Exit codes: 0 all of this holds; 1 something does not, and what; 2 wrong usage; 3 no data in ../shared/data, no assay,
or no namespaces to be had.
"""

from __future__ import annotations

import argparse
import ctypes
import difflib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import common

#: Set for the copy of this script that runs in namespaces of its own.
_INSIDE = "ASSAY_EVIDENCE_INSIDE"
_ENDED_WITHIN = 2.0
#: How far into an unbroken run's time the others are broken.
_BREAK_AT = 0.4
#: Lines of one difference that a reader wants to see.
_SHOWN = 5
_WORK = common.WORK / "leaves-nothing"

State = dict[str, list[str]]


def enter_namespaces() -> int:
    """Runs this script again, in namespaces of its own."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    inside = [sys.executable, *sys.argv]
    command = [
        "unshare",
        *user,
        "--mount",
        "--ipc",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
        *inside,
    ]
    if shutil.which("unshare") is None:
        return common.stop(common.ABSENT, "no unshare: install util-linux")
    probe = subprocess.run([*command[: -len(inside)], "true"], capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        return common.stop(common.ABSENT, f"no namespaces to be had here: {probe.stderr.strip()}")
    return subprocess.run(command, env={**os.environ, _INSIDE: "1"}, check=False).returncode


def private_folders() -> None:
    """An empty /tmp and /dev/shm, in this mount namespace alone."""
    libc = ctypes.CDLL(None, use_errno=True)
    for folder in (b"/tmp", b"/dev/shm"):
        if libc.mount(b"tmpfs", folder, b"tmpfs", 0, b"mode=1777") != 0:
            raise OSError(ctypes.get_errno(), "mount", folder.decode())


def reap() -> None:
    """Collects orphans: this is the first process of its namespace."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def processes() -> list[str]:
    """Every process but this one: number, name and state."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                name, _, rest = (entry / "stat").read_text().partition("(")[2].rpartition(")")
            except OSError:
                continue
            found.append(f"{entry.name} {name} {rest.split()[0]}")
    return sorted(found)


def tree(root: Path, content: bool = False) -> list[str]:
    """Every file and folder below a root; with the digest of its content, if asked."""
    rows = []
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        row = f"{path.relative_to(root)} {status.st_mode:o} {status.st_uid} {status.st_size if path.is_file() else ''}"
        if content and path.is_file() and not path.is_symlink():
            row += f" {hashlib.sha256(path.read_bytes()).hexdigest()}"
        rows.append(row)
    return rows


def cgroups() -> list[str]:
    """Those that an assay made: others on the machine come and go by themselves."""
    found = (path for path, _folders, _files in os.walk("/sys/fs/cgroup"))
    return sorted(path for path in found if os.path.basename(path).startswith("assay-"))


def ipc() -> list[str]:
    """System V queues, semaphores and shared memory."""
    return [
        f"{kind}: {line}"
        for kind in ("msg", "sem", "shm")
        for line in Path("/proc/sysvipc", kind).read_text(encoding="utf-8").splitlines()[1:]
    ]


def mounts() -> list[str]:
    """The mount table."""
    return Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()


def unix_sockets() -> list[str]:
    """Unix sockets of this network namespace, abstract ones among them."""
    return Path("/proc/net/unix").read_text(encoding="utf-8").splitlines()[1:]


def state(store: Path, home: Path) -> State:
    """All that must be the same afterwards."""
    return {
        "processes": processes(),
        "mounts": mounts(),
        "the store's environments": tree(store / "environments", content=True),
        "/tmp": tree(Path("/tmp")),
        "/dev/shm": tree(Path("/dev/shm")),
        "the home folder": tree(home),
        "control groups": cgroups(),
        "System V IPC": ipc(),
        "unix sockets": unix_sockets(),
    }


def differences(before: State, after: State) -> list[str]:
    """What is not the same, line by line."""
    return [
        f"{what}: {line}"
        for what in before
        for line in difflib.unified_diff(before[what], after[what], lineterm="", n=0)
        if not line.startswith(("---", "+++", "@@"))
    ]


class Run:
    """One invocation of `assay compare` in its own session, folder and store."""

    def __init__(self, name: str, pair: tuple[str, str], store: Path, home: Path) -> None:
        """Starts it."""
        self.folder = _WORK / name
        self.folder.mkdir(parents=True, exist_ok=True)
        files = [str(common.samples_file(side)) for side in pair]
        options = ["--benchmark", str(common.HUMAN_EVAL), "--out", "out", "--timing"]
        self._errors = (self.folder / "errors").open("w+")
        self._start = time.monotonic()
        self.process = subprocess.Popen(
            [str(common.assay_binary()), "compare", *files, "--aspects", "logic,static", *options],
            env={"PATH": os.environ["PATH"], "HOME": str(home), "ASSAY_STORE": str(store)},
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,
        )

    def finish(self) -> float:
        """Waits for its good end; returns the seconds it took."""
        code = self.process.wait()
        if code != 0:
            raise RuntimeError(f"assay compare exited with {code}:\n{self.messages()}")
        return time.monotonic() - self._start

    def messages(self) -> str:
        """What it said on standard error."""
        self._errors.seek(0)
        return self._errors.read()

    def trials(self) -> int:
        """How many trials it ran, by `--timing`."""
        match = re.search(r"^(\d+) trials on", self.messages(), re.MULTILINE)
        return int(match[1]) if match else 0

    def report(self) -> bytes:
        """Its report.json."""
        return (self.folder / "out" / "report.json").read_bytes()


def until_alone(limit: float) -> float | None:
    """Seconds until no other process is left; nothing if some are left after the limit."""
    start = time.monotonic()
    while True:
        reap()
        if not processes():
            return time.monotonic() - start
        if time.monotonic() - start > limit:
            return None
        time.sleep(0.005)


def main() -> int:
    """Runs all of it, inside namespaces, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL + common.TWO_MODELS))
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    if not os.environ.get(_INSIDE):
        return enter_namespaces()
    home = common.fresh_folder(_WORK) / "home"
    home.mkdir()
    os.environ["ASSAY"] = str(
        shutil.copy(common.assay_binary(), str(_WORK / "assay"))
    )  # it may lie in the /tmp that goes now
    private_folders()
    figure = common.Figure("leaves_nothing", "What runs leave on the machine")
    figure.fact("In namespaces of its own (processes, mounts, IPC, network), with an empty /tmp, /dev/shm and home")
    failures, seconds, unbroken = whole_runs(figure, home)
    rows = []
    for name, when, how in (
        ("Ctrl-C", in_the_middle(seconds), ctrl_c),
        ("SIGKILL", in_the_middle(seconds), sigkill),
        ("SIGKILL, early", at_the_environment, sigkill),
    ):
        row, problems = broken_run(name, when, how, unbroken, home)
        rows.append(row)
        failures += problems
    figure.text(
        f"Broken {_BREAK_AT:.0%} into the time of the unbroken run ({seconds:.1f} s, {unbroken.trials()} trials):"
    )
    head = (
        "broken by",
        "processes then",
        "exit",
        "ended after",
        "alone after",
        "trials of the next run",
        "report.json",
        "left behind",
    )
    figure.table(head, rows)
    return figure.conclude(failures, "nothing is left")


def whole_runs(figure: common.Figure, home: Path) -> tuple[list[str], float, Run]:
    """Both real comparisons, with the machine's state around them; the longer one is what broken runs are held to."""
    store = _WORK / "store"
    warm = subprocess.run(
        [str(common.assay_binary()), "benchmark", "lint", "starter"],
        env={"PATH": os.environ["PATH"], "HOME": str(home), "ASSAY_STORE": str(store)},
        capture_output=True,
        text=True,
        check=False,
    )
    if warm.returncode != 0:
        raise RuntimeError(f"assay benchmark lint starter exited with {warm.returncode}:\n{warm.stderr}")
    until_alone(_ENDED_WITHIN)
    before = state(store, home)
    print("the two comparisons", file=sys.stderr)
    unbroken = Run("run-whole", common.SAME_MODEL, store, home)
    seconds = unbroken.finish()
    Run("two-models", common.TWO_MODELS, store, home).finish()
    alone = until_alone(_ENDED_WITHIN)
    after = state(store, home)
    failures = differences(before, after)
    if alone is None:
        failures.append(f"processes {_ENDED_WITHIN:.0f} s after both runs: {processes()}")
    figure.text("Before and after both real comparisons:")
    figure.table(
        ("what", "entries before", "entries after", "equal"),
        [
            (what, len(before[what]), len(after[what]), "yes" if before[what] == after[what] else "NO")
            for what in before
        ],
    )
    return failures, seconds, unbroken


def in_the_middle(seconds: float) -> Callable[[Path], None]:
    """Waits until a run is at its middle, by the time that an unbroken one took."""
    return lambda _store: time.sleep(seconds * _BREAK_AT)


def at_the_environment(store: Path) -> None:
    """Waits until a run has begun to make its environment: some of its files are there."""
    deadline = time.monotonic() + 10
    while sum(1 for _ in store.glob("environments/**/*.py")) < 100:
        if time.monotonic() > deadline:
            raise RuntimeError("no environment was begun")
        time.sleep(0.001)


def ctrl_c(process: subprocess.Popen[bytes]) -> int:
    """What a terminal does; returns the exit code to expect."""
    os.killpg(process.pid, signal.SIGINT)
    return 130


def sigkill(process: subprocess.Popen[bytes]) -> int:
    """What the out-of-memory killer does; returns the exit code to expect."""
    process.kill()
    return -signal.SIGKILL


def broken_run(
    name: str,
    when: Callable[[Path], None],
    how: Callable[[subprocess.Popen[bytes]], int],
    unbroken: Run,
    home: Path,
) -> tuple[list[str], list[str]]:
    """Breaks a run, looks at what it left, and runs the same command again."""
    print(f"a run broken by {name}", file=sys.stderr)
    label = name.lower().replace(", ", "-")
    store = _WORK / f"store-{label}"
    environments = "the store's environments"
    before = state(store, home)
    before.pop(environments)
    run = Run(f"run-{label}", common.SAME_MODEL, store, home)
    when(store)
    running = len(processes())
    asked = time.monotonic()
    expected = how(run.process)
    code = run.process.wait()
    ended = time.monotonic() - asked
    alone = until_alone(_ENDED_WITHIN)
    left = differences(before, state(store, home))
    if expected == -signal.SIGKILL:
        # Nobody was left to remove the groups, which are empty; the next start must, and is looked at below.
        left = [line for line in left if not line.startswith("control groups")]
    again = Run(f"run-{label}", common.SAME_MODEL, store, home)
    again.finish()
    until_alone(_ENDED_WITHIN)
    whole = {environments: tree(_WORK / "store" / "environments", content=True)}
    left += [line for line in differences(before | whole, state(store, home)) if line not in left]
    same, trials = again.report() == unbroken.report(), again.trials()
    early = when is at_the_environment
    failures = [f"after {name}: {line}" for line in left[:_SHOWN]]
    if len(left) > _SHOWN:
        failures.append(f"after {name}: … and {len(left) - _SHOWN} lines more")
    if code != expected:
        failures.append(f"{name}: exit {code}, not {expected}")
    if ended > _ENDED_WITHIN:
        failures.append(f"{name}: it ended after {ended:.1f} s")
    if alone is None:
        failures.append(f"{name}: processes are left after {_ENDED_WITHIN:.0f} s")
    if running == 0:
        failures.append(f"{name}: it had ended before it was broken")
    if not 0 < trials <= unbroken.trials() or (trials == unbroken.trials() and not early):
        failures.append(f"{name}: the next run ran {trials} trials, an unbroken one {unbroken.trials()}")
    if not same:
        failures.append(f"{name}: report.json differs from the unbroken run's")
        failures += report_difference(unbroken, again)
    row = [
        name,
        str(running),
        str(code),
        f"{ended * 1000:.0f} ms",
        "never" if alone is None else f"{alone * 1000:.0f} ms",
        str(trials),
        "byte-identical" if same else "DIFFERS",
        "nothing" if not left else f"{len(left)} lines",
    ]
    return row, failures


def report_difference(one: Run, other: Run) -> list[str]:
    """The lines in which two reports differ."""
    old, new = (run.report().decode().splitlines() for run in (one, other))
    return list(difflib.unified_diff(old, new, "unbroken", "broken", lineterm="", n=0))[:20]


if __name__ == "__main__":
    sys.exit(main())
