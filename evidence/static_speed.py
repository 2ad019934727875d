"""How long do all static checks of one sample take, beside Pylint 4.1.4 and PMD-CPD 7.28.0?

assay: rules, duplicates of ten tokens and comments, parsing included, in one process on one core; each sample's own time, the
median of five. Pylint: the messages that the rules equal, alone (a process for each of some files) and on all samples in few
processes, as quickly as it can be run. PMD: its command, a process for each of some files. All tools in turn on one
machine; on a busy one the ratios are what can be compared.

Exit codes: 0 measured and the median is under the goal; 1 it is not; 2 wrong usage; 3 no data in ../shared/data, no example
program, no Pylint (``pylint_agreement.py`` installs it) or no PMD (see ``cpd_agreement.py``), unless it is left out.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import analyses
import common
import cpd_agreement
import pylint_agreement

_GOAL = 0.25
_BATCH = 200


#: Bits of Pylint's exit code: a fatal message, or an error of its own; wrong usage.
_PYLINT_FATAL, _PYLINT_USAGE = 1, 32
#: Exit codes of PMD's command that tell of no failure of its own: nothing found, duplicates found, files not read.
_PMD_DONE = (0, 4, 5)


def seconds_of(command: list[str], folder: Path, worked: Callable[[subprocess.CompletedProcess[str]], bool]) -> float:
    """How long a process takes that does its work."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    seconds = time.monotonic() - start
    if not worked(done):
        raise RuntimeError(f"{command[:3]} exited with {done.returncode}:\n{done.stderr[-2000:]}")
    return seconds


def pylint_worked(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether Pylint has judged the files; of a fatal message it may tell among its others."""
    if done.returncode & _PYLINT_USAGE:
        return False
    return not done.returncode & _PYLINT_FATAL or is_json(done.stdout)


def is_json(text: str) -> bool:
    """Whether a text is JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def pmd_worked(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether PMD has searched the files."""
    return done.returncode in _PMD_DONE


def pylint_command(names: list[str]) -> list[str]:
    """Pylint on files, for the messages that rules equal."""
    python = pylint_agreement.pylint_program(4)
    return [
        *(str(python), "-m", "pylint", "--rcfile=/dev/null", "--persistent=n", "--score=n", "--output-format=json"),
        *("--load-plugins=pylint.extensions.redefined_loop_name", "--disable=all", f"--enable={','.join(pylint_agreement.IDS)}"),
        *names,
    ]


def main() -> int:
    """Measures and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, help="a built `static_speed` example of assay-python")
    parser.add_argument("--alone", type=int, default=50, help="files for a Pylint each (default %(default)s)")
    parser.add_argument("--pmd", type=int, default=10, help="files for a PMD each; 0 leaves it out (default %(default)s)")
    arguments = parser.parse_args()
    try:
        program = arguments.program or common.example("static_speed")
        texts = [text for _, _, text in analyses.samples()]
        return measure(program, texts, arguments)
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))


def measure(program: Path, texts: list[str], arguments: argparse.Namespace) -> int:
    """All tools in turn."""
    page = common.Figure("static_speed", "Static checks of one sample: how long", program=False)
    page.fact("assay: an optimised build, one core; Pylint 4.1.4; PMD-CPD 7.28.0 by its command")
    times = sorted(common.ask(["taskset", "-c", "0", program], texts)[0])
    median, mean = statistics.median(times), statistics.fmean(times)
    rows = [[f"assay, each of {len(times)} samples", f"{median:.3f}", f"{mean:.3f}", f"{times[len(times) * 99 // 100]:.2f}", f"{times[-1]:.2f}", "1"]]
    chosen = random.Random(20261130).sample(range(len(texts)), arguments.alone)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = [f"sample_{place}.py" for place in range(len(texts))]
        for file, text in zip(names, texts, strict=True):
            (folder / file).write_bytes(text.encode("utf-8", "surrogatepass"))
        alone = sorted(1e3 * seconds_of(pylint_command([names[place]]), folder, pylint_worked) for place in chosen)
        rows.append(row(f"Pylint, alone on each of {len(alone)}", alone, median))
        batched = sum(seconds_of(pylint_command(names[start : start + _BATCH]), folder, pylint_worked) for start in range(0, len(names), _BATCH))
        each = 1e3 * batched / len(names)
        rows.append([f"Pylint, {_BATCH} files a process, all samples", "", f"{each:.1f}", "", "", f"{each / mean:,.0f} (of means)"])
        if arguments.pmd:
            home = cpd_agreement.pmd_home()
            command = [str(home / "bin" / "pmd"), "cpd", "--language", "python", "--minimum-tokens", "10", "--dir"]
            pmd = sorted(1e3 * seconds_of([*command, names[place]], folder, pmd_worked) for place in chosen[: arguments.pmd])
            rows.append(row(f"PMD-CPD, alone on each of {len(pmd)}", pmd, median))
    page.table(["who", "median, ms", "mean, ms", "99th percentile", "longest", "times assay's"], rows)
    return page.conclude(
        [] if median < _GOAL else [f"the median is {median:.3f} ms, not under {_GOAL} ms"], f"the median is under {_GOAL} ms"
    )


def row(who: str, times: list[float], median: float) -> list[str]:
    """A row of times in milliseconds."""
    middle = statistics.median(times)
    mean, high = statistics.fmean(times), times[len(times) * 99 // 100]
    return [who, f"{middle:.0f}", f"{mean:.0f}", f"{high:.0f}", f"{times[-1]:.0f}", f"{middle / median:,.0f}"]


if __name__ == "__main__":
    sys.exit(main())
