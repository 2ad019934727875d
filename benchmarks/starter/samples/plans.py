"""Reads the plan of the two sample sets, and makes the samples' texts out of it."""

import ast
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TASKS = HERE.parent / "tasks"
SIDES = ("baseline", "candidate")
SAMPLES_PER_TASK = 10

# The plan of one task, as its file has it.
Plan = dict[str, Any]


def read_plans() -> dict[str, Plan]:
    """Return the plan of each task, in alphabetical order."""
    plans = {}
    for path in sorted((HERE / "plans").glob("*.toml")):
        plan: Plan = tomllib.loads(path.read_text(encoding="utf-8"))
        for side in SIDES:
            if len(plan[side]) != SAMPLES_PER_TASK:
                raise SystemExit(f"{path.name}: {side} has {len(plan[side])} samples")
            for name in plan[side]:
                if name.startswith("fault_") and "outcome" not in about(plan, name):
                    raise SystemExit(f"{path.name}: {name} has no outcome")
        for name in set(plan["samples"]) - {name for side in SIDES for name in plan[side]}:
            raise SystemExit(f"{path.name}: {name} is on neither side")
        plans[path.stem] = plan
    return plans


def about(plan: Plan, name: str) -> dict[str, Any]:
    """Return what the plan says of a sample; nothing if it is right and clean."""
    row: dict[str, Any] = plan["samples"].get(name, {})
    return row


def outcome(plan: Plan, name: str) -> str:
    """Return the outcome that a sample must have."""
    result: str = about(plan, name).get("outcome", "pass")
    return result


def source_path(task_id: str, name: str) -> Path:
    """Return the readable source of a sample."""
    return HERE / "solutions" / task_id / f"{name}.py"


def sample_module(task_id: str, plan: Plan, name: str) -> str:
    """Return a sample as a module: its own file, or another one with an edit, or cut off."""
    row = about(plan, name)
    if row.get("empty"):
        return ""
    for key in ("edit", "cut"):
        if key not in row:
            continue
        change: dict[str, str] = row[key]
        code = source_path(task_id, change["from"]).read_text(encoding="utf-8")
        place = change["replace"] if key == "edit" else change["after"]
        if code.count(place) != 1:
            raise SystemExit(f"{task_id}: {name}: {place!r} is there {code.count(place)} times")
        if key == "edit":
            return code.replace(place, change["by"])
        return code.partition(place)[0] + place
    return source_path(task_id, name).read_text(encoding="utf-8")


def sample_text(task_id: str, plan: Plan, name: str) -> str:
    """Return what the model gave: a module, the continuation of a prompt, or an answer."""
    code = sample_module(task_id, plan, name)
    match plan["field"]:
        case _ if not code:
            return ""
        case "solution":
            return code
        case "completion":
            return completion(code, task_id)
        case "answer":
            closing = "" if "cut" in about(plan, name) else "```\n"
            return f"{plan['prose'][name]}\n\n```python\n{code}{closing}"
        case field:
            raise SystemExit(f"{task_id}: there is no field {field!r}")


def completion(module: str, task_id: str) -> str:
    """Return what follows the signature, which has to be the module's first line."""
    signature, _, rest = module.partition("\n")
    first = ast.parse(f"{signature} ...").body[0]
    if not isinstance(first, ast.FunctionDef) or first.name != task_id:
        raise SystemExit(f"{task_id}: a completion's source has to start with def {task_id}")
    return rest


def unused_sources(plans: dict[str, Plan]) -> list[Path]:
    """Return the sources that are in no sample set: they were forgotten in the plan."""
    used = set()
    for task_id, plan in plans.items():
        for name in (name for side in SIDES for name in plan[side]):
            row = about(plan, name)
            change = row.get("edit") or row.get("cut")
            used.add(source_path(task_id, change["from"] if change else name))
    return sorted(set((HERE / "solutions").glob("*/*.py")) - used)
