"""Pylint and difflib on many files, each by itself: what assay's reference engine asks of Python.

Every file has a fork of one warm process. So it is judged as by a Pylint of its own (Pylint 4.1 remembers where earlier
files had an `elif`, and misses messages at such places), and a file that ends its judge ends nobody else's.

Argument: a file of JSON with `ids`, `comments` (null, or `ratio`, `pairs`, `authors_code`), `seconds` for each file, and
`files`: [number, path]. Standard output: one line of JSON that names the versions, then one for each file: `number`, and
`failed` with a reason, or `messages` ([id, line, column, text]) and `pairs` ([earlier line, later line, ratio]). Nothing
of a file is run; Pylint parses it, and imports no extension module that is not of the standard library.
"""

import collections
import difflib
import io
import itertools
import json
import os
import re
import resource
import signal
import sys
import tokenize

#: More than this of a file says nothing more.
MOST_MESSAGES, LONGEST_MESSAGE, ENOUGH_PAIRS = 10_000, 300, 1_000
#: What a judge of one file may take, in bytes.
MEMORY = 4 << 30


def main() -> None:
    """Warms Pylint up, then judges file by file."""
    import astroid
    import pylint
    from pylint.lint import Run
    from pylint.reporters import CollectingReporter

    with open(sys.argv[1], encoding="utf-8") as file:
        order = json.load(file)
    options = [
        *("--rcfile=empty.pylintrc", "--persistent=n", "--score=n", "--jobs=1", "--unsafe-load-any-extension=n"),
        *("--load-plugins=pylint.extensions.redefined_loop_name", "--disable=all", f"--enable={','.join(order['ids'])}"),
    ]
    linter = Run([*options, "warm_up.py"], reporter=CollectingReporter(), exit=False).linter
    # Comments that switch messages off are the sample's: they must not be a way out of the count.
    linter.process_tokens = lambda tokens: None
    versions = {"pylint": pylint.__version__, "astroid": astroid.__version__, "python": sys.version.split()[0]}
    say({"versions": versions})
    for number, path in order["files"]:
        say({"number": number, **judged_apart(linter, order, path)})


def say(answer: dict) -> None:
    """One line of the answer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def judged_apart(linter, order: dict, path: str) -> dict:
    """What a process of its own says of a file."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            signal.alarm(order["seconds"])
            resource.setrlimit(resource.RLIMIT_CPU, (order["seconds"], order["seconds"]))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            with os.fdopen(writer, "wb") as out:
                out.write(json.dumps(judged(linter, order, path)).encode())
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        text = file.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return json.loads(text)
    return {"failed": "it took too long" if status == -signal.SIGALRM else f"the process that judged it ended with {status}"}


def judged(linter, order: dict, path: str) -> dict:
    """Pylint's messages, and pairs of comments."""
    from pylint.reporters import CollectingReporter

    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    declared = without_declared_encoding(text)
    if declared != text:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(declared)
    reporter = CollectingReporter()
    linter.set_reporter(reporter)
    linter.check([path])
    messages = [[one.msg_id, one.line, one.column, one.msg[:LONGEST_MESSAGE]] for one in reporter.messages]
    fatal = [one[3] for one in messages if one[0].startswith("F")]
    if fatal:
        return {"failed": f"Pylint failed: {fatal[0]}"}
    if len(messages) > MOST_MESSAGES:
        return {"failed": "Pylint has too many messages"}
    parses = all(one[0] != "E0001" for one in messages)
    return {"messages": messages, "pairs": pairs(text, order["comments"]) if parses and order["comments"] else []}


def without_declared_encoding(text: str) -> str:
    """The text as Python reads it where it is a text already: a declaration of an encoding means nothing then."""
    lines = text.split("\n", 2)
    lines[:2] = [re.sub(r"^([ \t\f]*#.*?)coding([:=])", r"\1Coding\2", line) for line in lines[:2]]
    return "\n".join(lines)


def pairs(text: str, how: dict) -> list:
    """Pairs of comments that are alike; none where they are too few."""
    if how["authors_code"]:
        return pairs_of_one_text(text, how)
    found = []
    comments = []
    for later, second in whole_line_comments(text):
        for earlier, first in comments:
            ratio = difflib.SequenceMatcher(None, first, second).ratio()
            if ratio >= how["ratio"]:
                found.append([earlier, later, ratio])
                if len(found) >= max(how["pairs"], ENOUGH_PAIRS):
                    return found
        comments.append((later, second))
    return found if len(found) >= how["pairs"] else []


def whole_line_comments(text: str) -> list:
    """Comments with a line to themselves, by Python's own tokenizer: line and text."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
        if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
            found.append((token.start[0], token.string.rstrip()))
    return found


def pairs_of_one_text(text: str, how: dict) -> list:
    """The pairs of the first text that takes part in as many as count, as ReCatcher's code has it."""
    stripped = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    comments = [(number, line) for number, line in stripped if line.startswith("#")]
    times = collections.Counter()
    of_text = collections.defaultdict(list)
    for (earlier, first), (later, second) in itertools.combinations(comments, 2):
        ratio = difflib.SequenceMatcher(None, first, second).ratio()
        if ratio < how["ratio"]:
            continue
        times.update([first, second])
        for one in {first, second}:
            of_text[one].append([earlier, later, ratio])
        for one in (first, second):
            if times[one] >= how["pairs"]:
                return of_text[one]
    return []


if __name__ == "__main__":
    main()
