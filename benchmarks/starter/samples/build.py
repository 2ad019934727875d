"""Assembles the two sample sets of the starter benchmark, and the tables of its README.md.

    python3 build.py            write baseline.jsonl, candidate.jsonl and the README's tables
    python3 build.py --check    write nothing; exit code 1 if a file is not up to date

The samples are kept as readable modules in `solutions/<task_id>/`; `plans/<task_id>.toml` says
which of them each side holds, in what form a model would have given them, and what has to be
found in them. The same inputs give the same bytes.
"""

import argparse
import json
import sys

# Nothing but sources belongs into the benchmark's folder.
sys.dont_write_bytecode = True

from plans import HERE, SIDES, Plan, read_plans, sample_text, unused_sources  # noqa: E402
from tables import readme  # noqa: E402


def main() -> int:
    """Write or check the files, and return the exit code."""
    parser = argparse.ArgumentParser(description="Assemble the starter benchmark's sample sets.")
    parser.add_argument(
        "--check", action="store_true", help="only say whether the files are up to date"
    )
    check_only: bool = parser.parse_args().check

    plans = read_plans()
    if unused := unused_sources(plans):
        raise SystemExit("in no plan: " + ", ".join(str(path) for path in unused))
    page = HERE.parent / "README.md"
    texts = {HERE / f"{side}.jsonl": lines(plans, side) for side in SIDES}
    texts[page] = readme(page.read_text(encoding="utf-8"), plans)
    stale = False
    for path, text in texts.items():
        if not check_only:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path.name} is not up to date: run python3 samples/build.py")
            stale = True
    return 1 if stale else 0


def lines(plans: dict[str, Plan], side: str) -> str:
    """Return the JSON Lines of one side, its tasks in alphabetical order."""
    return "".join(
        json.dumps(
            {"task_id": task_id, plan["field"]: sample_text(task_id, plan, name)},
            ensure_ascii=False,
        )
        + "\n"
        for task_id, plan in plans.items()
        for name in plan[side]
    )


if __name__ == "__main__":
    sys.exit(main())
