"""Asks a server for 1,000 answers, 64 at once: is `assay generate` as quick as the server can be, and how large does it get?

The server (assay-model-server) answers every request after the same time. What it can give is measured by a client of this script's that does
nothing but send the same requests from 64 connections and read the answers; runs of it and of `assay` take turns, and the best of each counts,
since everything else on the machine only takes time away.

Exit codes: 0 the throughput is at least 95 % and memory stays under 150 MB; 1 it is not; 2 wrong usage; 3 no assay or no server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import common

_WORK = common.WORK / "generate_throughput"
_CONCURRENCY, _SAMPLES = 64, 1000
_LEAST, _MOST_MEGABYTES = 0.95, 150.0


def server_binary() -> Path:
    """The server: ``$MODEL_SERVER``, or the release build."""
    path = Path(os.environ.get("MODEL_SERVER") or common.REPOSITORY / "target" / "release" / "assay-model-server")
    if not path.absolute().is_file():
        raise common.Absent("no assay-model-server: run `cargo build --release -p assay-model-server`, or name it with MODEL_SERVER=…")
    return path.absolute()


def plain(url: str, body: bytes) -> float:
    """Seconds that the plain client takes for all requests."""
    host, path = url.removeprefix("http://").split("/", 1)
    left, lock = [_SAMPLES], threading.Lock()

    def work() -> None:
        connection = http.client.HTTPConnection(host)
        while True:
            with lock:
                if left[0] == 0:
                    return
                left[0] -= 1
            connection.request("POST", f"/{path}/chat/completions", body, {"content-type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise RuntimeError(f"the server answered with {answer.status}")

    threads = [threading.Thread(target=work) for _ in range(_CONCURRENCY)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.monotonic() - began


def assay(url: str, number: int) -> tuple[float, float]:
    """Seconds that assay takes from its start to its end, and the most memory that it used, in MB."""
    folder = common.fresh_folder(_WORK / f"run{number}")
    (folder / "task.jsonl").write_text(
        json.dumps({"task_id": "T/1", "prompt": "def f():\n", "entry_point": "f", "canonical_solution": "    return 1\n",
                    "test": "def check(candidate):\n    assert candidate() == 1\n"}) + "\n", encoding="utf-8")
    (folder / "assay.toml").write_text(
        f'[protocol]\nsamples_per_task = {_SAMPLES}\nconcurrency = {_CONCURRENCY}\nseed = 1\n'
        f'[models.m]\nprovider = "openai"\nmodel = "m"\nbase_url = "{url}"\n', encoding="utf-8")
    command = [common.assay_binary(), "generate", "--protocol", "assay.toml", "--benchmark", "task.jsonl", "--quiet"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "ASSAY_STORE": str(folder / "store")}
    began = time.monotonic()
    process = subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"assay exited with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def main() -> int:
    """Measures and compares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default: 5)")
    parser.add_argument("--delay-ms", type=int, default=500, metavar="N", help="how long an answer takes (default: 500)")
    arguments = parser.parse_args()
    try:
        common.assay_binary()
        server = server_binary()
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    process = subprocess.Popen(
        [server, "--delay-ms", str(arguments.delay_ms), "--text", "```python\ndef f():\n    return 1\n```"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    figure = common.Figure("generate_throughput", "How quick `assay generate` is beside what the server can give")
    figure.fact(f"The server answers after {arguments.delay_ms} ms; {_SAMPLES} requests, {_CONCURRENCY} at once")
    figure.fact(f"{'Development' if 'debug' in common.assay_binary().parts else 'Release'} builds of assay and of the server")
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "x" * 500}], "max_tokens": 2048}).encode()
    rows, best_plain, best_assay, most = [], 1e9, 1e9, 0.0
    for number in range(arguments.rounds):
        alone = plain(url, body)
        seconds, megabytes = assay(url, number)
        best_plain, best_assay, most = min(best_plain, alone), min(best_assay, seconds), max(most, megabytes)
        rows.append((number + 1, f"{_SAMPLES / alone:.1f}", f"{_SAMPLES / seconds:.1f}", f"{megabytes:.0f}"))
    process.communicate("")
    figure.table(("round", "plain client, answers/s", "assay, answers/s", "assay's memory, MB"), rows)
    ideal = _SAMPLES / (-(-_SAMPLES // _CONCURRENCY) * arguments.delay_ms / 1000)
    share = best_plain / best_assay
    figure.text(
        f"Best of each: plain client {_SAMPLES / best_plain:.1f}, assay {_SAMPLES / best_assay:.1f} answers/s, its start and end included: "
        f"{100 * share:.1f} % (the delay alone allows {ideal:.1f}). Most memory: {most:.0f} MB."
    )
    failures = []
    if share < _LEAST:
        failures.append(f"{100 * share:.1f} % is under {100 * _LEAST:.0f} %")
    if most >= _MOST_MEGABYTES:
        failures.append(f"{most:.0f} MB is not under {_MOST_MEGABYTES:.0f} MB")
    return figure.conclude(failures)


if __name__ == "__main__":
    sys.exit(main())
