"""How fast are models in assay's own process, and does the same seed give the same bytes?

SmolLM2-135M-Instruct (asked by its chat template) and Gemma 3 270M (a base model: texts are continued) answer the first tasks of
HumanEval. The rate is taken on one thread, on one thread with two requests at once, and on two threads. The answers on one thread must be
the same bytes when they are asked again: alone, two at once, and while two other programs keep all processors busy; those on two threads
when they are asked again; greedy ones each time, whatever the seed. Another seed must give other answers. The text that SmolLM2's template
makes must be what Jinja itself, as Transformers sets it up, makes of it.

Exit codes: 0 all of this holds; 1 something does not; 2 wrong usage; 3 no weights (tools/models.sh gets them), no data in
../shared/data, or no example program (cargo build --release --package assay-generate --features embedded --examples).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common

_FOLDER = Path(
    os.environ.get("ASSAY_MODELS") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "assay" / "models"
)
_JINJA = "jinja2==3.1.6"
#: A whole run of the demo: tasks times samples.
_DEMO = 164 * 5


@dataclass(frozen=True)
class Model:
    """A model and the way it is asked."""

    name: str
    file: str
    chat: bool

    @property
    def path(self) -> Path:
        """Where its weights are."""
        return _FOLDER / self.file

    def request(self, prompt: str, **sampling: Any) -> dict[str, Any]:
        """What the example program is told to ask."""
        text = {"user": f"Complete this Python function.\n\n{prompt}"} if self.chat else {"text": prompt}
        return {**text, "temperature": 0.8, "top_p": 0.95, "max_tokens": 128, "seed": 1, **sampling}


_MODELS = (
    Model("SmolLM2-135M-Instruct Q4_1", "SmolLM2-135M-Instruct.Q4_1.gguf", True),
    Model("Gemma 3 270M Q4_K_M", "gemma-3-270m-q4_k_m.gguf", False),
)


@dataclass
class Run:
    """What the example program answered."""

    answers: list[dict[str, Any]]
    seconds: float
    peak: float

    @property
    def responses(self) -> list[str]:
        """The bodies of the responses, byte for byte."""
        return [answer["response"] for answer in self.answers]

    def tokens(self, kind: str) -> int:
        """All tokens read (`input`) or written (`output`)."""
        return sum(json.loads(response)["answer"]["usage"][kind] for response in self.responses)

    @property
    def rate(self) -> float:
        """Tokens written in a second, prompts read in that time as well."""
        return self.tokens("output") / self.seconds


def asked(model: Model, requests: list[dict[str, Any]], threads: int = 1, at_once: int = 1) -> Run:
    """Asks a model in a process of its own."""
    program = common.example("embedded_answers", "assay-generate --features embedded")
    command = [str(program), str(model.path), str(threads), str(at_once)]
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(common.json_lines(requests).encode())
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"embedded_answers exited with {process.returncode}")
        said.seek(0)
        *answers, total = [json.loads(line) for line in said.read().decode().split("\n") if line]
    faults = [answer["fault"] for answer in answers if answer["fault"]]
    if faults:
        raise RuntimeError(f"{model.name}: {faults[0]}")
    return Run(answers, total["seconds"], usage.ru_maxrss / 1024)


@contextlib.contextmanager
def busy_machine() -> Iterator[None]:
    """Two programs that use all processors."""
    programs = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def repeatability(model: Model, prompts: list[str], first: Run, on_two: Run) -> Iterator[tuple[str, bool]]:
    """What was asked again, and whether it was as it must be."""
    requests = [model.request(prompt) for prompt in prompts]
    yield "the same seed again", asked(model, requests).responses == first.responses
    yield "two requests at once", asked(model, requests, at_once=2).responses == first.responses
    with busy_machine():
        yield "all processors busy", asked(model, requests).responses == first.responses
    yield "two threads again", asked(model, requests, threads=2).responses == on_two.responses
    other = asked(model, [model.request(prompt, seed=2) for prompt in prompts])
    yield "another seed, other answers", all(a != b for a, b in zip(other.responses, first.responses, strict=True))
    greedy = [asked(model, [model.request(prompt, seed=seed, temperature=0) for prompt in prompts]) for seed in (1, 2)]
    yield "greedy again, any seed", greedy[0].responses == greedy[1].responses


def as_jinja() -> None:
    """Answers conversations on standard input with the text of a template, by Jinja as Transformers sets it up."""
    import jinja2
    from jinja2.ext import loopcontrols
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def refuse(message: str) -> None:
        raise jinja2.TemplateError(message)

    for line in sys.stdin:
        given = json.loads(line)
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
        environment.globals["raise_exception"] = refuse
        template = environment.from_string(given["template"])
        print(json.dumps(template.render(messages=given["messages"], add_generation_prompt=True, **given["marks"])))


def template_of(path: Path) -> str:
    """A GGUF file's chat template, found by its key: a 4-byte type and an 8-byte length stand before the text."""
    head = path.read_bytes()[: 32 << 20]
    start = head.index(b"tokenizer.chat_template") + len(b"tokenizer.chat_template") + 4
    length = int.from_bytes(head[start : start + 8], "little")
    return head[start + 8 : start + 8 + length].decode()


def templates_differ(model: Model) -> list[str]:
    """Conversations of which assay makes another text than Jinja."""
    conversations = [("", "Hello"), ("Be brief.", "a\n\n  b "), ("", "{{ 7 * 7 }} {% raw %} <|im_end|> é 漢"), (" \n", "")]
    requests = [model.request("", user=user, max_tokens=0, **({"system": system} if system else {})) for system, user in conversations]
    found = [json.loads(answer["body"])["prompt"] for answer in asked(model, requests).answers]
    template = template_of(model.path)
    messages = [
        [{"role": "system", "content": system}] * bool(system) + [{"role": "user", "content": user}]
        for system, user in conversations
    ]
    given = [{"template": template, "messages": each, "marks": {"bos_token": "<|im_start|>", "eos_token": "<|im_end|>"}} for each in messages]
    python = common.tools("JINJA_PYTHON", common.WORK / "jinja-tools", _JINJA)
    expected = common.ask([python, Path(__file__), "--as-jinja"], given)
    return [f"{model.name}'s template makes {a!r}, and {b!r} by Jinja" for a, b in zip(found, expected, strict=True) if a != b]


def hours(run: Run, requests: int) -> float:
    """How long the whole demo takes at this rate where each answer has 512 tokens: prompts are read as often."""
    return requests * 512 / run.rate / 3600


def main() -> int:
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=4, help="how many tasks of HumanEval are asked (default 4)")
    parser.add_argument("--as-jinja", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.as_jinja:
        as_jinja()
        return common.HOLDS
    try:
        common.require_data(common.HUMAN_EVAL)
        common.example("embedded_answers", "assay-generate --features embedded")
        for model in _MODELS:
            if not model.path.is_file():
                raise common.Absent(f"no {model.file}: `tools/models.sh` gets it; ASSAY_MODELS names another folder")
    except common.Absent as absent:
        return common.stop(common.ABSENT, str(absent))
    return report([row["prompt"] for row in common.read_lines(common.HUMAN_EVAL)[: options.tasks]])


def report(prompts: list[str]) -> int:
    """Measures and checks both models, and writes the figure."""
    figure = common.Figure("embedded", "Models in assay's own process: rate and repeatability", program=False)
    figure.fact("Engine: llama-cpp-2 0.1.160, without OpenMP")
    figure.fact(f"Asked: {len(prompts)} tasks of HumanEval, at most 128 tokens each, temperature 0.8, top-p 0.95")
    rates, repeated, failures = [], [], []
    for model in _MODELS:
        requests = [model.request(prompt) for prompt in prompts]
        runs = {
            "1 thread": asked(model, requests),
            "1 thread, 2 at once": asked(model, requests, at_once=2),
            "2 threads": asked(model, requests, threads=2),
        }
        for way, run in runs.items():
            rates.append(
                [model.name, way, run.tokens("input"), run.tokens("output"), f"{run.seconds:.1f}", f"{run.rate:.0f}"]
                + [f"{run.peak:.0f}", f"{hours(run, _DEMO):.1f}"]
            )
        checks = dict(repeatability(model, prompts, runs["1 thread"], runs["2 threads"]))
        repeated.append([model.name, *("yes" if held else "NO" for held in checks.values())])
        failures += [f"{model.name}: {what}: no" for what, held in checks.items() if not held]
        same = sum(a == b for a, b in zip(runs["1 thread"].responses, runs["2 threads"].responses, strict=True))
        figure.fact(f"{model.name}: {same} of {len(prompts)} answers are the same bytes on one thread and on two")
        if model.chat:
            failures += templates_differ(model)
    figure.text(
        "Rates: tokens written in a second, prompts read in the same time; peak memory of the process; and the hours that 820 answers"
        " (164 tasks, 5 samples) of 512 tokens each would take, an upper bound, as answers that end earlier take less."
    )
    head = ["model", "way", "tokens read", "written", "seconds", "tokens/s", "peak MB", "hours for 820"]
    figure.table(head, rates)
    figure.text("Asked again, the same bytes:")
    figure.table(["model", *checks], repeated)
    return figure.conclude(failures, "the same seed gives the same bytes, and the template's text is Jinja's")


if __name__ == "__main__":
    sys.exit(main())
