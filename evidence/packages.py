"""How fast samples that need numpy and pandas are judged, beside a cold interpreter of the same environment.

A benchmark of two tasks, one in split and one in shared mode, with numpy and pandas locked by hash and loaded before
the fork (`warm`). The wheels are fetched by pip once, into target/evidence; the lock is computed from them, and assay
installs from them alone. Of the distinct samples two thirds are right and one third is wrong.

    assay        `check`, the whole process; findings are new each time, the environment has been made beforehand
    cold         sample and tests in one file, each in a new `python3 -s FILE` of that very environment, without a
                 sandbox, with the variables that a trial has; two at a time

Both run in turn in every round; the ratio is taken within a round, and the median must be at least eight. Both must
come to the same verdict on every sample.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no assay, or the wheels cannot be had.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import common

_WORK = common.WORK / "packages"
_WHEELS = _WORK / "wheels"
_PACKAGES = ("numpy==1.26.4", "pandas==2.2.3")
_LEAST_RATIO = 8.0
_AT_A_TIME = 2
_PYTHON = "/usr/bin/python3"

_HEAD = 'format = 1\nname = "numbers"\nversion = "1"\nlicense = "Apache-2.0"\nwarm = ["numpy", "pandas"]\n'
_TASKS = {
    "column_total": {
        "task.toml": 'entry_point = "column_total"\nisolation = "split"\n',
        "prompt.py": "import pandas as pd\n\n\ndef column_total(rows, column):\n"
        '    """The sum of a column of a table that is a list of dicts."""\n',
        "reference.py": "import pandas as pd\n\n\ndef column_total(rows, column):\n"
        "    return int(pd.DataFrame(rows)[column].sum())\n",
        "tests.py": "def check(candidate):\n"
        '    assert candidate([{"a": 1}, {"a": 2}], "a") == 3\n'
        '    assert candidate([{"a": 1, "b": 7}], "b") == 7\n',
    },
    "mean_of_rows": {
        "task.toml": 'entry_point = "mean_of_rows"\nisolation = "shared"\n',
        "prompt.py": "import numpy as np\n\n\ndef mean_of_rows(matrix):\n"
        '    """The mean of each row, as an array."""\n',
        "reference.py": "import numpy as np\n\n\ndef mean_of_rows(matrix):\n"
        "    return np.asarray(matrix).mean(axis=1)\n",
        "tests.py": "import unittest\n\nimport numpy as np\n\n\nclass TestMean(unittest.TestCase):\n"
        "    def test_two(self):\n        np.testing.assert_allclose(mean_of_rows([[1, 3], [2, 2]]), [2, 2])\n\n"
        "    def test_type(self):\n        self.assertIsInstance(mean_of_rows([[1.0]]), np.ndarray)\n",
    },
}
#: What makes a right answer a wrong one.
_MISTAKE = {"column_total": (".sum()", ".max()"), "mean_of_rows": ("axis=1", "axis=0")}
#: How a cold interpreter runs the tests.
_ENDING = {"column_total": "\ncheck(column_total)\n", "mean_of_rows": "\nunittest.main()\n"}
#: The variables of a trial.
_VARIABLES = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MKL_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}


def lock() -> str:
    """The lock of the wheels, which are fetched unless they are there."""
    if not any(_WHEELS.glob("*.whl")):
        print("fetching the wheels", file=sys.stderr)
        command = [_PYTHON, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", str(_WHEELS)]
        done = subprocess.run([*command, *_PACKAGES], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            shutil.rmtree(_WHEELS, ignore_errors=True)
            raise common.Absent(f"the wheels cannot be fetched: {done.stderr.strip()}")
    lines = []
    for wheel in sorted(_WHEELS.glob("*.whl")):
        name, version = wheel.name.split("-")[:2]
        lines.append(f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n")
    return "".join(lines)


def make_benchmark(locked: str) -> Path:
    """The benchmark's folder."""
    folder = common.fresh_folder(_WORK / "benchmark")
    (folder / "benchmark.toml").write_text(_HEAD, encoding="utf-8")
    (folder / "requirements.txt").write_text(locked, encoding="utf-8")
    for task, files in _TASKS.items():
        (folder / "tasks" / task).mkdir(parents=True)
        for name, text in files.items():
            (folder / "tasks" / task / name).write_text(text, encoding="utf-8")
    return folder


def samples(turn: int, count: int) -> list[dict[str, str]]:
    """Distinct samples, both tasks in turn, every third pair of them wrong."""
    rows = []
    for number in range(count):
        task = list(_TASKS)[number % len(_TASKS)]
        text = _TASKS[task]["reference.py"]
        if number // len(_TASKS) % 3 == 2:
            text = text.replace(*_MISTAKE[task])
        rows.append({"task_id": task, "solution": f"{text}\n# round {turn}, sample {number}\n"})
    return rows


def judged(file: Path, benchmark: Path, store: Path) -> tuple[float, float, list[bool]]:
    """assay: seconds of the whole process, seconds from the first trial to the last, and which samples pass."""
    labelled = _WORK / "labelled.jsonl"
    start = time.monotonic()
    done = common.assay_done(["check", file, "--benchmark", benchmark, "--out", labelled], store)
    seconds = time.monotonic() - start
    trials, judging = common.trials(done.stderr)
    rows = common.read_lines(labelled)
    if trials != len(rows):
        raise RuntimeError(f"{trials} trials for {len(rows)} samples: some were known already")
    return seconds, judging, [row["outcome"] == "pass" for row in rows]


def cold(rows: list[dict[str, str]], environment: Path) -> tuple[float, list[bool]]:
    """A cold interpreter for each sample: seconds of all, and which pass."""
    folder = common.fresh_folder(_WORK / "cold")
    python = next((environment / "opt/python/bin").glob("python3*"))
    variables = _VARIABLES | {"LD_LIBRARY_PATH": str(environment / "opt/python/lib")}
    files = []
    for number, row in enumerate(rows):
        files.append(folder / f"{number}.py")
        program = f"{row['solution']}\n{_TASKS[row['task_id']]['tests.py']}{_ENDING[row['task_id']]}"
        files[-1].write_text(program, encoding="utf-8")

    def passes(file: Path) -> bool:
        command = [str(python), "-s", str(file)]
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        if done.returncode != 0 and "AssertionError" not in done.stderr:
            raise RuntimeError(f"a cold sample failed by more than its tests:\n{done.stderr}")
        return done.returncode == 0

    start = time.monotonic()
    with ThreadPoolExecutor(_AT_A_TIME) as pool:
        passed = list(pool.map(passes, files))
    return time.monotonic() - start, passed


def main() -> int:
    """Measures in turn, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=600, help="distinct samples of a round (default 600)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    arguments = parser.parse_args()
    if arguments.samples < 1 or arguments.rounds < 1:
        parser.error("at least one sample and one round are needed")
    try:
        common.assay_binary()
        benchmark = make_benchmark(lock())
        # From here on, pip has the wheels and nothing else.
        os.environ |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(_WHEELS), "ASSAY_PYTHON": _PYTHON}
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    return measure(arguments.samples, arguments.rounds, benchmark)


def measure(count: int, rounds: int, benchmark: Path) -> int:
    """All rounds, then the figure."""
    figure = common.Figure(
        "packages", "Samples with numpy and pandas: forked from a warm interpreter, and cold", _PYTHON
    )
    store = common.fresh_folder(_WORK / "store")
    file = _WORK / "samples.jsonl"
    common.write_lines(file, samples(-1, len(_TASKS)))
    start = time.monotonic()
    common.run_assay(["-q", "check", file, "--benchmark", benchmark], store)
    locked = ", ".join(line.split()[0] for line in (benchmark / "requirements.txt").read_text().splitlines())
    figure.fact(f"Made beforehand in {time.monotonic() - start:.1f} s, not counted: the environment with {locked}")
    environment = next(path for path in (store / "environments").iterdir() if (path / "opt/python").is_dir())
    modules, compiled = (sum(1 for _ in environment.rglob(f"*.{end}")) for end in ("py", "pyc"))
    figure.fact(f"{compiled} of the environment's {modules} modules are there compiled, for the cold interpreter too")
    rows, ratios, differ = [], [], 0
    for turn in range(rounds):
        of_round = samples(turn, count)
        common.write_lines(file, of_round)
        load = common.load()
        seconds, judging, passed = judged(file, benchmark, store)
        alone, plain = cold(of_round, environment)
        ratios.append(alone / seconds)
        differ += sum(one != other for one, other in zip(passed, plain, strict=True))
        rows.append(
            (
                turn + 1,
                load,
                sum(passed),
                sum(plain),
                f"{seconds:.1f}",
                f"{count / seconds:.1f}",
                f"{count / judging:.1f}",
                f"{alone:.1f}",
                f"{count / alone:.1f}",
                f"{ratios[-1]:.1f}",
            )
        )
        print(f"round {turn + 1}: {seconds:.1f} s, cold {alone:.1f} s", file=sys.stderr)
    head = (
        "round",
        "load",
        "pass in assay",
        "pass cold",
        "assay, s",
        "trials/s",
        "trials/s, judging alone",
        "cold, s",
        "trials/s, cold",
        "ratio",
    )
    figure.text(f"{count} distinct samples in each round; rates of the whole process but where said:")
    figure.table(head, rows)
    ratio = statistics.median(ratios)
    figure.text(f"Median ratio: {ratio:.1f} ({min(ratios):.1f} to {max(ratios):.1f}); verdicts that differ: {differ}.")
    failures = [f"the ratio is under {_LEAST_RATIO:.0f}"] if ratio < _LEAST_RATIO else []
    failures += [f"{differ} verdicts differ"] if differ else []
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
