"""Where the processor's time goes while real samples are judged, by the kernel's own profiler.

The first half of the A/A pair is judged once under `perf record` (a sample of every processor's stack some thousand
times a second, for all processes: the program, the zygotes, the samples, the tests). Each stack is counted for the
process that it belongs to (assay names them) and for what the process was doing: its own code, a page fault, a system
call. The samples that never end are left in: they are a few processes in their own code, and are told apart.

Exit codes: 0 measured; 1 perf or assay failed; 2 wrong usage; 3 no data in ../shared/data, no assay, or no perf
(Debian: linux-perf; as root, or with kernel.perf_event_paranoid below 1).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import common

_WORK = common.WORK / "profile"
#: Under this share of all, a line is not shown.
_LEAST = 0.005
_NAMES = {
    "assay-sample": "samples",
    "assay-tests": "tests (the judge)",
    "assay-zygote": "zygotes, warm",
    "python3.11": "zygotes, starting",
    "assay": "the program",
    "swapper": "idle",
}


def stacks() -> Iterator[tuple[str, list[str]]]:
    """Process name and symbols, innermost first, of every stack."""
    script = ["perf", "script", "-i", str(_WORK / "perf.data"), "-F", "comm,ip,sym"]
    said = subprocess.run(script, capture_output=True, text=True, check=True, errors="replace")
    for block in said.stdout.split("\n\n"):
        lines = block.strip("\n").split("\n")
        if lines[0].strip():
            yield lines[0].strip(), [line.split(None, 1)[-1] for line in lines[1:] if line.strip()]


def doing(symbols: list[str]) -> str:
    """What a stack stands for."""
    for symbol in symbols:
        if symbol.startswith(("__x64_sys_", "__arm64_sys_", "__do_sys_")):
            return "system call " + symbol.split("_sys_", 1)[1]
    text = " ".join(symbols)
    if "exc_page_fault" in text or "do_page_fault" in text:
        return "page fault"
    if "do_syscall_64" in text or "el0_svc" in text:
        return "entering and leaving system calls"
    if "asm_sysvec" in text or "ret_from_fork" in text:
        return "interrupts and threads of the kernel"
    return "its own code"


def main() -> int:
    """Profiles one run and writes the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frequency", type=int, default=1999, help="stacks a second (default %(default)s)")
    arguments = parser.parse_args()
    samples = common.SAMPLES / f"{common.SAME_MODEL[0]}.jsonl"
    try:
        common.require_data(samples, common.HUMAN_EVAL)
        program = common.assay_binary()
        if shutil.which("perf") is None:
            raise common.Absent("no perf: install linux-perf")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    store = common.fresh_folder(_WORK) / "store"
    check = [str(program), "--store", str(store), "check", str(samples), "--benchmark", str(common.HUMAN_EVAL), "--timing"]
    record = ["perf", "record", "-q", "-a", "-g", "-F", str(arguments.frequency), "-o", str(_WORK / "perf.data"), "--", *check]
    done = subprocess.run(record, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return common.stop(common.FAILS, f"perf or assay failed: {done.stderr}")
    figure = common.Figure("profile", "Where the time of trials goes")
    by_process: Counter[str] = Counter()
    by_deed: Counter[tuple[str, str]] = Counter()
    for name, symbols in stacks():
        process = _NAMES.get(name, "everything else")
        by_process[process] += 1
        by_deed[process, doing(symbols)] += 1
    total = sum(by_process.values())
    figure.text(f"Shares of {total} stacks of all processors, {arguments.frequency} a second each:")
    share = lambda count: f"{100 * count / total:.1f} %"  # noqa: E731
    figure.table(("process", "share"), [(name, share(count)) for name, count in by_process.most_common()])
    shown = [(name, deed, share(count)) for (name, deed), count in by_deed.most_common() if count >= _LEAST * total]
    figure.table(("process", "doing", "share"), shown)
    figure.text("What `--timing` says of the same run:")
    figure.text("\n".join("    " + line for line in done.stderr.splitlines() if "trials on" in line or line.startswith("  ")))
    figure.write()
    return common.HOLDS


if __name__ == "__main__":
    sys.exit(main())
