"""Kills `assay generate` while it asks: no answer that it stored may be lost, and none of them asked for again.

A model (a command of this script's, in several processes) notes each request before it answers, after 30 ms, and each answer once it is flushed to
assay. A run that is to bring 24 × 40 answers is killed by SIGKILL at seeded moments, in one store, and started again each time: every tenth kill
while it starts, the others after the first request, spread so that all kills together leave something for the last run. After each kill, every
answer that was stored by then must be there unharmed: its row's digest fits, and so do the digests of the bodies that it names. None of them may be
among the requests of any later run. An answer counts once it is on disk, and its place is another request's only then: what was asked and is not
stored, answers that had arrived and were being written included, is no more than the requests that may be under way at once. After the last kill the
run must end with every answer stored once, and the samples file must be that of a run that nobody killed.

Exit codes: 0 all of this holds; 1 something does not, and what; 2 wrong usage; 3 no assay.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import common

_WORK = common.WORK / "generate_kills"
_SEED = 20261130
_TASKS, _SAMPLES, _CONCURRENCY, _DELAY = 24, 40, 8, 0.03
#: Every so manieth kill comes while the run starts.
_AT_START = 10

_MODEL = '''
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    task = asked["prompt"]["chat"]["turns"][-1]["text"].split("\\n", 1)[0]
    with open("asked.txt", "a") as log:
        log.write(f"{task} {asked['repetition']}\\n")
    time.sleep(0.03)
    text = f"```python\\n# {task} {asked['repetition']}\\n```"
    print(json.dumps({"version": 1, "id": asked["id"], "text": text}), flush=True)
    with open("answered.txt", "a") as log:
        log.write(f"{task} {asked['repetition']}\\n")
'''

_PROTOCOL = f"""
[protocol]
benchmark = "starter"
prompt.chat = "prompt.jinja"
samples_per_task = {_SAMPLES}
seed = 1
concurrency = {_CONCURRENCY}

[models.model]
provider = "command"
model = "model-1"
command = ["python3", "model.py"]
processes = {_CONCURRENCY}
"""


class Setting:
    """A folder with a store, a model and what it was asked."""

    def __init__(self, name: str) -> None:
        """Makes it."""
        self.folder = common.fresh_folder(_WORK / name)
        self.database = self.folder / "store" / "store.sqlite"
        (self.folder / "model.py").write_text(_MODEL, encoding="utf-8")
        (self.folder / "prompt.jinja").write_text("{{ task_id }}\n{{ prompt }}", encoding="utf-8")
        (self.folder / "assay.toml").write_text(_PROTOCOL, encoding="utf-8")

    def start(self) -> subprocess.Popen[str]:
        """Starts a run."""
        command = [common.assay_binary(), "generate", "--protocol", "assay.toml", "--out", "samples.jsonl", "--quiet"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "ASSAY_STORE": str(self.folder / "store")}
        return subprocess.Popen(
            command, env=environment, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def asked(self) -> list[str]:
        """Task and repetition of each request, in order."""
        return self._noted("asked.txt")

    def answered(self) -> list[str]:
        """Task and repetition of each answer that was flushed to assay, in order."""
        return self._noted("answered.txt")

    def _noted(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def samples(self) -> bytes:
        """The samples file."""
        return (self.folder / "samples.jsonl").read_bytes()

    def stored(self) -> tuple[set[str], int]:
        """Task and repetition of each answer, and how many rows or bodies are not what was written."""
        if not self.database.exists():
            return set(), 0
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            rows = connection.execute("SELECT key, number, answered, text, digest FROM attempts").fetchall()
            bodies = dict(connection.execute("SELECT digest, bytes FROM bodies").fetchall())
        except sqlite3.OperationalError:
            return set(), 0  # killed before the tables were made
        finally:
            connection.close()
        found, harmed = set(), 0
        for key, number, answered, text, digest in rows:
            record = json.loads(text)
            parts = [key, number.to_bytes(8, "big"), bytes([answered]), text.encode()]
            sealed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
            names = [record["request"], *([record["response"]["body"]] if record["response"] else [])]
            whole = all(hashlib.sha256(bodies.get(bytes.fromhex(name), b"")).hexdigest() == name for name in names)
            harmed += hashlib.sha256(sealed).digest() != digest or not whole
            if answered:
                found.add(f"{record['task']} {record['repetition']}")
        return found, harmed


def main() -> int:
    """Kills and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50, metavar="N", help="kills (default: 50)")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    unbroken = Setting("unbroken")
    began = time.monotonic()
    process = unbroken.start()
    errors = process.communicate()[1]
    if process.returncode != 0:
        return common.stop(common.FAILS, f"the unbroken run exited with {process.returncode}:\n{errors}")
    seconds = time.monotonic() - began
    wanted = _TASKS * _SAMPLES

    figure = common.Figure("generate_kills", "What kills do to answers that were asked for")
    figure.fact(f"Seed {_SEED}")
    chance = random.Random(_SEED)
    setting, failures, rows = Setting("killed"), [], []
    before: set[str] = set()
    under_way = Counter[int]()
    kills, in_time = 0, 0
    # What each kill may let through; the processes of the model take their time to start, so they get more than twice that.
    share = 0.9 * wanted / arguments.kills * _DELAY / _CONCURRENCY
    for kill in range(arguments.kills):
        old, old_answered = len(setting.asked()), len(setting.answered())
        process = setting.start()
        if kill % _AT_START == 0:
            time.sleep(chance.uniform(0.0, 0.3))
        else:
            while len(setting.asked()) == old and process.poll() is None:
                time.sleep(0.001)
            time.sleep(chance.uniform(0.0, 4 * share))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        in_time += process.returncode == -signal.SIGKILL
        kills += 1
        stored, harmed = setting.stored()
        # What the model's processes still note after the kill is of requests that were under way.
        new, answered = setting.asked()[old:], set(setting.answered()[old_answered:])
        for what, those in (("asked for again", before & set(new)), ("lost", before - stored)):
            if those:
                failures.append(f"kill {kill}: {len(those)} answers {what}, such as {min(those)}")
        if harmed:
            failures.append(f"kill {kill}: {harmed} rows or bodies are not what was written")
        lost = set(new) - stored
        under_way[len(lost)] += 1
        rows.append((kill + 1, len(new), len(stored), len(lost), len(lost & answered)))
        before = stored
    old = len(setting.asked())
    process = setting.start()
    errors = process.communicate()[1]
    if process.returncode != 0:
        failures.append(f"the last run exited with {process.returncode}: {errors}")
    new = setting.asked()[old:]
    if set(new) & before:
        failures.append("the last run asked for what was stored")
    stored, harmed = setting.stored()
    if len(stored) != wanted or harmed:
        failures.append(f"{len(stored)} of {wanted} answers are stored in the end, {harmed} harmed")
    if setting.samples() != unbroken.samples():
        failures.append("the samples file is not that of the unbroken run")
    figure.text(
        f"{kills} kills ({in_time} while the run was under way) of a run for {wanted} answers ({seconds:.1f} s unbroken, "
        f"{_CONCURRENCY} requests at once); then the run went on to its end and asked for {len(new)}."
    )
    quarters = [rows[place : place + -(-len(rows) // 4)] for place in range(0, len(rows), -(-len(rows) // 4))]
    figure.table(
        (
            "kills",
            "requests since the kill before",
            "answers stored by then",
            "asked and not stored (under way)",
            "answers among them that were flushed",
        ),
        [
            (f"{part[0][0]} to {part[-1][0]}", *(f"{min(row[n] for row in part)} to {max(row[n] for row in part)}" for n in (1, 2, 3, 4)))
            for part in quarters
        ],
    )
    if max(under_way) > _CONCURRENCY:
        failures.append(f"{max(under_way)} requests were asked and not stored, of {_CONCURRENCY} that may be under way")
    if not any(row[2] for row in rows):
        failures.append("every kill came before the first answer")
    figure.text(f"Requests in all: {len(setting.asked())} for {wanted} answers.")
    return figure.conclude(failures, "no stored answer was lost, harmed or asked for again")


if __name__ == "__main__":
    sys.exit(main())
