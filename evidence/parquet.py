"""Do PyArrow and DuckDB read assay's Parquet files as what assay meant?

A real comparison is drawn as CSV, JSON and Parquet. PyArrow and DuckDB, of PyPI, read the Parquet file: every cell must have the
value that report.json has, and the type that its column should have; null is null. The labelled data set as Parquet is held against the
one as JSON Lines, cell by cell. Both files are written twice and must be the same bytes. DuckDB answers a question of the kind that such
files are for: how often each outcome is flagged by a static check.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no data in ../shared/data, or no assay.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import common

_WORK = common.WORK / "parquet"
_REQUIREMENTS = ("pyarrow==26.0.1", "duckdb==2.0.1")
_TEXTS = {"list", "aspect", "check", "category", "verdict", "reason"}


def tools_python() -> Path:
    """The Python that has PyArrow and DuckDB, installed once."""
    return common.tools("PARQUET_PYTHON", _WORK.with_name("parquet-tools"), *_REQUIREMENTS)


def as_tools() -> None:
    """Answers paths on standard input with what both libraries read there."""
    import duckdb
    import pyarrow.parquet

    for line in sys.stdin:
        path = json.loads(line)
        table = pyarrow.parquet.read_table(path)
        relation = duckdb.read_parquet(path)
        by_duckdb = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
        answer: dict[str, Any] = {
            "types": {field.name: str(field.type) for field in table.schema},
            "rows": table.to_pylist(),
            "groups": pyarrow.parquet.ParquetFile(path).num_row_groups,
            "same": by_duckdb == table.to_pylist(),
        }
        if "outcome" in relation.columns:
            answer["outcomes"] = duckdb.sql(
                f"SELECT outcome, count(*), count(*) FILTER (WHERE flag_confusing_variable_naming = 'flagged')"
                f" FROM read_parquet('{path}') GROUP BY outcome ORDER BY 2 DESC, 1"
            ).fetchall()
        print(json.dumps(answer))


def written(name: str, arguments: list[str | Path]) -> tuple[Path, bool]:
    """A file that assay writes, and whether it writes the same bytes again."""
    paths = [_WORK / f"{prefix}.{name}" for prefix in ("first", "second")]
    for path in paths:
        common.run_assay([*arguments, "--out", path], _WORK / "store")
    return paths[0], paths[0].read_bytes() == paths[1].read_bytes()


def wrong_rows(found: dict[str, Any], table: Path) -> list[str]:
    """Where the rows of a report are others than those of its CSV file."""
    with table.open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    wrong = []
    if len(records) != len(found["rows"]):
        return [f"{len(found['rows'])} rows, and {len(records)} in CSV"]
    for record, row in zip(records, found["rows"], strict=True):
        for name, cell in record.items():
            value, kind = row[name], found["types"][name]
            expected: Any = None
            if cell:
                expected = cell if name in _TEXTS else (int(cell) if kind == "int64" else float(cell))
            if value != expected or (name in _TEXTS) != (kind == "string"):
                wrong.append(f"{name} of {record['check']} is {value!r} ({kind}), and {cell!r} in CSV")
    return wrong


def wrong_labels(found: dict[str, Any], lines: Path) -> list[str]:
    """Where the labelled data set as Parquet is another than the one as JSON Lines."""
    rows = common.read_lines(lines)
    if len(rows) != len(found["rows"]):
        return [f"{len(found['rows'])} samples, and {len(rows)} in JSON Lines"]
    wrong = []
    for row, table_row in zip(rows, found["rows"], strict=True):
        finding, metrics = row["finding"], row.get("metrics", {})
        expected = {
            **{name: row[name] for name in ("task_id", "repetition", "line", "rule", "outcome")},
            "edits": ", ".join(row["edits"]),
            "evidence": finding.get("evidence"),
            "evidence_line": finding.get("line"),
            "output": finding.get("output", ""),
            **finding["time"],
            "module_sha256": row.get("module_sha256"),
            "cyclomatic_complexity": metrics.get("cyclomatic_complexity"),
            "maintainability_index": metrics.get("maintainability_index"),
            **{f"flag_{name}": flag for name, flag in row["static_findings"]["flags"].items()},
        }
        if expected != table_row:
            names = [name for name in expected if expected[name] != table_row.get(name)]
            wrong.append(f"{row['task_id']}, sample {row['repetition']}: {', '.join(names) or 'other columns'}")
    return wrong


def main() -> int:
    """Writes the files, has them read, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--as-tools", action="store_true", help=argparse.SUPPRESS)
    if parser.parse_args().as_tools:
        as_tools()
        return common.HOLDS
    try:
        common.assay_binary()
        common.require_data(common.HUMAN_EVAL, *map(common.samples_file, common.SAME_MODEL))
        python = tools_python()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    common.fresh_folder(_WORK)
    figure = common.Figure("parquet", "Parquet files, as PyArrow and DuckDB read them")
    figure.fact(f"Readers: {', '.join(_REQUIREMENTS)}")
    out = _WORK / "out"
    samples = [common.samples_file(name) for name in common.SAME_MODEL]
    read_code = ["--benchmark", common.HUMAN_EVAL, "--aspects", "static", "--complexity"]
    common.run_assay(["-q", "compare", *samples, *read_code, "--out", out], _WORK / "store")
    common.run_assay(["report", out, "--format", "csv", "--out", _WORK / "rows.csv"], _WORK / "store")
    rows, rows_again = written("rows.parquet", ["report", out, "--format", "parquet"])
    check: list[str | Path] = ["-q", "check", samples[0], *read_code]
    labelled, labelled_again = written("labelled.parquet", check)
    common.run_assay([*check, "--out", _WORK / "labelled.jsonl"], _WORK / "store")
    of_rows, of_labels = common.ask([python, Path(__file__).resolve(), "--as-tools"], [str(rows), str(labelled)])
    failures = [f"rows: {problem}" for problem in wrong_rows(of_rows, _WORK / "rows.csv")]
    failures += [f"labelled: {problem}" for problem in wrong_labels(of_labels, _WORK / "labelled.jsonl")]
    for name, found, again in (("rows", of_rows, rows_again), ("labelled", of_labels, labelled_again)):
        if not found["same"]:
            failures.append(f"{name}: DuckDB reads something else than PyArrow")
        if not again:
            failures.append(f"{name}: another file each time")
    figure.table(
        ("file", "rows", "columns", "bytes", "as text", "groups", "same bytes again"),
        [
            ("rows", len(of_rows["rows"]), len(of_rows["types"]), rows.stat().st_size,
             f"CSV {(_WORK / 'rows.csv').stat().st_size}", of_rows["groups"], "yes" if rows_again else "no"),
            ("labelled data set", len(of_labels["rows"]), len(of_labels["types"]), labelled.stat().st_size,
             f"JSON Lines {(_WORK / 'labelled.jsonl').stat().st_size}", of_labels["groups"], "yes" if labelled_again else "no"),
        ],
    )  # fmt: skip
    figure.text("Types of the rows' columns: " + ", ".join(f"{name} {kind}" for name, kind in of_rows["types"].items()) + ".")
    figure.text("DuckDB on the labelled data set, samples and those with confusing names by outcome:")
    figure.table(("outcome", "samples", "confusing names"), of_labels["outcomes"])
    shutil.rmtree(_WORK)
    return figure.conclude(failures, "every cell is as in the CSV and JSON Lines files, by both readers")


if __name__ == "__main__":
    sys.exit(main())
