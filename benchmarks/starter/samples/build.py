"""Assembles the two sample sets of the starter benchmark.

    python3 build.py            write baseline.jsonl and candidate.jsonl beside this file
    python3 build.py --check    write nothing; exit code 1 if a file is not up to date

The samples are kept as readable modules in `solutions/<task_id>/`; `plan.toml` says which
of them each side holds and in what form a model would have given them. The same inputs
give the same bytes.
"""

import argparse
import ast
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SIDES = ("baseline", "candidate")
SAMPLES_PER_TASK = 10

# The plan of one task, as plan.toml has it.
Plan = dict[str, Any]


def main() -> int:
    """Write or check both files, and return the exit code."""
    parser = argparse.ArgumentParser(description="Assemble the starter benchmark's sample sets.")
    parser.add_argument(
        "--check", action="store_true", help="only say whether the files are up to date"
    )
    check_only: bool = parser.parse_args().check

    plans: dict[str, Plan] = tomllib.loads((HERE / "plan.toml").read_text(encoding="utf-8"))
    reject_unused_files(plans)
    stale = False
    for side in SIDES:
        path = HERE / f"{side}.jsonl"
        text = "".join(
            json.dumps(sample, ensure_ascii=False) + "\n" for sample in samples(plans, side)
        )
        if not check_only:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is not up to date: run python3 {Path(__file__).name}")
            stale = True
    return 1 if stale else 0


def samples(plans: dict[str, Plan], side: str) -> Iterator[dict[str, str]]:
    """Yield the JSON objects of one side, its tasks in alphabetical order."""
    for task_id, plan in sorted(plans.items()):
        names: list[str] = plan[side]
        if len(names) != SAMPLES_PER_TASK:
            raise SystemExit(
                f"plan.toml: {task_id}.{side} has {len(names)} samples, not {SAMPLES_PER_TASK}"
            )
        for name in names:
            yield {"task_id": task_id, plan["field"]: sample_text(task_id, plan, name)}


def sample_text(task_id: str, plan: Plan, name: str) -> str:
    """Return what the model gave: a module, the continuation of a prompt, or an answer."""
    fault: dict[str, Any] = plan["faults"].get(name, {})
    if name.startswith("fault_") and not fault:
        raise SystemExit(f"plan.toml: {task_id} uses {name}, which its faults do not list")
    if fault.get("empty"):
        return ""

    cut: dict[str, str] | None = fault.get("cut")
    code = source_path(task_id, cut["from"] if cut else name).read_text(encoding="utf-8")
    if plan["field"] == "completion":
        code = completion(code, task_id)
    if cut:
        before, _, _ = code.partition(cut["after"])
        if before == code:
            raise SystemExit(f"plan.toml: {task_id}.{name}: {cut['after']!r} is not in the source")
        code = before + cut["after"]

    match plan["field"]:
        case "solution" | "completion":
            return code
        case "answer":
            closing = "" if cut else "```\n"
            return f"{plan['prose'][name]}\n\n```python\n{code}{closing}"
        case field:
            raise SystemExit(f"plan.toml: {task_id} has an unknown field {field!r}")


def completion(module: str, task_id: str) -> str:
    """Return what follows the signature, which has to be the module's first line."""
    first = ast.parse(module).body[0]
    if not isinstance(first, ast.FunctionDef) or first.name != task_id or first.lineno != 1:
        raise SystemExit(f"{task_id}: a completion's source has to start with def {task_id}")
    _signature, rest = module.split("\n", maxsplit=1)
    return rest


def source_path(task_id: str, name: str) -> Path:
    """Return the readable source of a sample."""
    return HERE / "solutions" / task_id / f"{name}.py"


def reject_unused_files(plans: dict[str, Plan]) -> None:
    """Stop if a source is in no sample set: it was forgotten in the plan."""
    used = {
        source_path(task_id, name)
        for task_id, plan in plans.items()
        for side in SIDES
        for name in plan[side]
    }
    unused = sorted(set((HERE / "solutions").glob("*/*.py")) - used)
    if unused:
        raise SystemExit("not in plan.toml: " + ", ".join(str(path) for path in unused))


if __name__ == "__main__":
    sys.exit(main())
