"""Measures the samples that are planted as slower, or as taking more memory, with plain Python.

    python3 measure.py              every task that has such samples
    python3 measure.py TASK ...     these tasks

Each distinct sample that passes runs the task's tests, in a process of its own. Its time is
the processor time of its own calls, the least of several runs; its memory is the highest peak
that tracemalloc sees in one of its calls. Where the tests make instances, both are those of
the tests as a whole. A planted sample is compared with the median of the task's others.

Exit code 1 if a planted factor is not within two thirds and one and a half of what the plan
says, or if the others do not lie near each other, between half and twice their median.
"""

import argparse
import contextlib
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
import tracemalloc
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

from plans import SIDES, TASKS, Plan, about, outcome, read_plans, sample_module  # noqa: E402

RUNS = 5
KIB = 1024
# Less memory than this depends on the interpreter more than on the sample, and counts as this much.
LEAST_KIB = 64.0
# The plan's keys; the unit of what is measured, and the least that is told apart.
KEYS = {"slower": ("ms", 0.0), "memory": ("KiB", LEAST_KIB)}


class Meter:
    """Adds up the time of calls, and keeps their highest peak of memory."""

    def __init__(self, with_memory: bool) -> None:
        self.seconds = 0.0
        self.peak = 0
        self._with_memory = with_memory

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Measure what runs inside."""
        if self._with_memory:
            tracemalloc.start()
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds += time.process_time() - start
            if self._with_memory:
                self.peak = max(self.peak, tracemalloc.get_traced_memory()[1])
                tracemalloc.stop()

    def measured(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, each of its calls measured; iterators are drawn inside of it."""

        def call(*arguments: Any, **keywords: Any) -> Any:
            with self.running():
                result = function(*arguments, **keywords)
                return iter(list(result)) if isinstance(result, Iterator) else result

        return call


def run_tests(task_id: str, module: dict[str, Any], meter: Meter) -> None:
    """Run a task's tests on a sample."""
    folder = TASKS / task_id
    task = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
    function = module[task["entry_point"]]
    if (folder / "cases.toml").is_file() or (folder / "cases.json").is_file():
        run_cases(folder, meter.measured(function))
        return
    code = compile((folder / "tests.py").read_text(encoding="utf-8"), "tests.py", "exec")
    if task.get("isolation") != "shared":
        measured = meter.measured(function)
        namespace = {"__name__": "tests", task["entry_point"]: measured}
        exec(code, namespace)
        if "check" in namespace:
            namespace["check"](measured)
        return
    namespace = module | {"__name__": "tests"}
    exec(code, namespace)
    with work_folder(folder / "files"):
        if isinstance(function, type):
            with meter.running():
                run_shared(namespace)
        else:
            namespace[task["entry_point"]] = meter.measured(function)
            run_shared(namespace)


def run_cases(folder: Path, function: Callable[..., Any]) -> None:
    """Make the calls of a cases file. Whether the results are right is assay's affair."""
    if (folder / "cases.toml").is_file():
        cases = tomllib.loads((folder / "cases.toml").read_text(encoding="utf-8"))["cases"]
    else:
        cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))["cases"]
    for case in cases:
        with contextlib.suppress(ValueError):
            function(*case["arguments"], **case.get("keywords", {}))


@contextlib.contextmanager
def work_folder(files: Path) -> Iterator[None]:
    """Work in a fresh folder that holds a task's files."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        if files.is_dir():
            shutil.copytree(files, folder, dirs_exist_ok=True)
        yield


def run_shared(namespace: dict[str, Any]) -> None:
    """Run the tests of a module: classes of unittest, or functions and classes by their names."""
    for name, thing in list(namespace.items()):
        if isinstance(thing, type) and issubclass(thing, unittest.TestCase):
            suite = unittest.defaultTestLoader.loadTestsFromTestCase(thing)
            result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
            if not result.wasSuccessful():
                raise AssertionError(f"{name}: {result.failures + result.errors}")
        elif name.startswith("test_"):
            thing()
        elif isinstance(thing, type) and name.startswith("Test"):
            for method in [name for name in vars(thing) if name.startswith("test_")]:
                getattr(thing(), method)()


def measure_here(task_id: str, name: str) -> tuple[float, float]:
    """Return milliseconds and KiB of a sample. Runs its code in this process."""
    source = sample_module(task_id, read_plans()[task_id], name)
    seconds, peak = [], 0
    for run in range(RUNS + 1):
        # Dataclasses look their module up.
        sys.modules["sample"] = type(sys)("sample")
        module: dict[str, Any] = vars(sys.modules["sample"])
        exec(compile(source, f"{name}.py", "exec"), module)
        meter = Meter(with_memory=run == RUNS)
        run_tests(task_id, module, meter)
        if run < RUNS:
            seconds.append(meter.seconds)
        peak = meter.peak
    return min(seconds) * 1000, peak / KIB


def measure(task_id: str, name: str) -> tuple[float, float]:
    """Return milliseconds and KiB of a sample, from a process of its own."""
    command = [sys.executable, __file__, "--one", task_id, name]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if ran.returncode:
        raise SystemExit(f"{task_id}: {name} does not pass:\n{ran.stderr}")
    milliseconds, peak = json.loads(ran.stdout)
    return milliseconds, peak


def passing(plan: Plan) -> list[str]:
    """Return the distinct samples that pass."""
    names = dict.fromkeys(name for side in SIDES for name in plan[side])
    return [name for name in names if outcome(plan, name) == "pass"]


def compare(task_id: str, plan: Plan) -> list[str]:
    """Print the factors of a task's samples, and return what is not as planned."""
    figures = {name: measure(task_id, name) for name in passing(plan)}
    problems = []
    for place, (key, (unit, least)) in enumerate(KEYS.items()):
        if not any(key in about(plan, name) for name in figures):
            continue
        values = {name: max(figure[place], least) for name, figure in figures.items()}
        median = statistics.median(
            value for name, value in values.items() if key not in about(plan, name)
        )
        for name, value in values.items():
            planned = about(plan, name).get(key, 1.0)
            factor = value / median
            shown = figures[name][place]
            print(f"{task_id:20} {name:32} {shown:9.2f} {unit:3} {factor:7.2f} {planned:g}")
            most = 1.5 if planned > 1 else 2.0
            if not 1 / most <= factor / planned <= most:
                problems.append(f"{task_id}: {name} has {key} = {factor:.2f}, not {planned:g}")
    return problems


def main() -> int:
    """Measure, print the factors, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", nargs="*", help="tasks; by default all with planted factors")
    parser.add_argument("--one", nargs=2, metavar=("TASK", "SAMPLE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure_here(*arguments.one)))
        return 0
    problems = []
    for task_id, plan in read_plans().items():
        planned = any(key in row for row in plan["samples"].values() for key in KEYS)
        if task_id in arguments.task or (planned and not arguments.task):
            problems += compare(task_id, plan)
    print("\n".join(problems) or "as planned")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
