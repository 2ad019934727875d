"""Runs a task's tests against a sample that lives in another process.

The tests see a stub under the entry point's name; each call of it crosses to the worker as plain data. The verdict is
this process's own: nothing the worker sends can be more than a value, an exception or evidence of tampering.

A judge is forked for one task. Where the task's code leaves no trace in the process it serves that task's samples one
after the other, each in a namespace of its own; else, and after anything but an ordinary verdict, the supervisor
replaces it.
"""

from __future__ import annotations

import dis
import os
import random
import resource
import socket
import sys
import time
from types import CodeType
from typing import Any, Callable

from assay_trial.channel import Channel, ChannelClosed, FrameTooLarge, MalformedFrame
from assay_trial.decoding import MALFORMED, Decoder
from assay_trial.encoding import Encoder
from assay_trial.exceptions import rebuild_exception
from assay_trial.plain_data import IteratorCut, MalformedValue, NotPlainData

#: Frames for our own work on a call, so that tests that recurse deeply leave it enough.
_OWN_DEPTH = 200
#: Modules of the standard library whose use changes nothing that a later use could notice.
_STATELESS_MODULES = frozenset(
    "bisect collections copy dataclasses datetime enum fractions functools hashlib heapq itertools json math numbers"
    " operator random re statistics string textwrap typing unicodedata".split()
)
#: Names by which code reaches what all code of a process shares.
_SHARED_STATE = frozenset(
    "__builtins__ __import__ __dict__ builtins compile delattr eval exec gc globals importlib os setattr sys vars".split()
)
#: As deep as in a plain run: what this process has above `check`, less the script that stands there.
_RECURSION_LIMIT = 1000 + 5
#: Code that turns a ``StopIteration`` passing through it into an error: generators, coroutines, and both (``inspect.CO_…``).
_GENERATORS = 0x20 | 0x80 | 0x200
_TESTS_FILE = "<tests>"
_PREAMBLE_FILE = "<prompt>"
#: A judge's memory limit is the trial's, but not less than this.
_LEAST_MEMORY = 1 << 30


class NeedsSharedMode(BaseException):
    """The tests pass something that is not plain data; this task cannot be judged in split mode."""


_FATAL = (ChannelClosed, MalformedFrame, MalformedValue, NotPlainData, IteratorCut, NeedsSharedMode)


class Candidate:
    """The sample's entry point, seen from the tests."""

    def __init__(self, channel: Channel, namespace: dict[str, Any]) -> None:
        self._channel = channel
        self._namespace = namespace
        self._raised: list[tuple[BaseException, dict[str, Any]]] = []
        self.calls = 0
        self.waited = 0
        self.sample_time = 0
        #: The first thing that made a verdict by the tests impossible; stays, whatever the tests catch.
        self.fatal: BaseException | None = None
        #: Values in the arguments of the call at hand.
        self.values = 0
        #: What was measured of the calls, if anything was.
        self.measured: dict[str, Any] | None = None

    def call(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """One call of the sample's function."""
        if self.fatal is not None:
            raise self.fatal
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + _OWN_DEPTH)
        try:
            value, error = self._cross(arguments, keywords)
        except _FATAL as problem:
            self.fatal = problem
            raise
        finally:
            sys.setrecursionlimit(limit)
        if error is not None:
            raise error
        return value

    def _cross(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, BaseException | None]:
        self.calls += 1
        encoder = Encoder()
        try:
            forms = [encoder.encode(value) for value in arguments]
            named = [[name, encoder.encode(value)] for name, value in keywords.items()]
        except NotPlainData as error:
            raise NeedsSharedMode(f"the tests pass a value that is not plain data: {error}") from None
        known = [value for _index, value in sorted(encoder.mutable, key=lambda pair: pair[0])]
        if self._channel.pending():
            raise MalformedFrame("an answer before its question")
        self.values = encoder.values
        request = {"nodes": encoder.nodes, "order": encoder.order, "arguments": forms, "keywords": named}
        try:
            return self._read(self.ask(request), known)
        except MemoryError:
            raise NotPlainData("a value that does not fit into the judge's memory") from None

    def send(self, request: dict[str, Any]) -> None:
        """Asks for a call."""
        try:
            self._channel.send(request)
        except FrameTooLarge as error:
            raise NeedsSharedMode(f"the tests pass a value that does not fit into a frame: {error} bytes") from None

    def ask(self, request: dict[str, Any]) -> Any:
        """Asks for a call and waits for what came of it."""
        self.send(request)
        return self.wait()

    def load(self) -> Any:
        """The worker's report on loading the sample."""
        return self.wait()

    def wait(self) -> Any:
        """The worker's next message; the time it takes is not the judge's, even where none comes."""
        asked = time.monotonic_ns()
        try:
            return self._channel.receive()
        finally:
            self.waited += time.monotonic_ns() - asked

    def _read(self, reply: Any, known: list[Any]) -> tuple[Any, BaseException | None]:
        if not isinstance(reply, dict):
            raise MalformedFrame("a reply that is not an object")
        if "not_plain_data" in reply:
            raise NotPlainData(_cut(reply["not_plain_data"], 500))
        try:
            spent = reply.get("nanoseconds", 0)
            self.sample_time += spent if type(spent) is int and 0 <= spent < 1 << 62 else 0
            decoder = Decoder(reply["nodes"], reply["order"], known, self._namespace, self._read_lazily)
            value, error = decoder.value(reply["value"]), None
            if "exception" in reply:
                error = rebuild_exception(reply["exception"], self._namespace)
                self._raised.append((error, reply["exception"]))
        except MALFORMED as problem:
            raise MalformedValue(f"{type(problem).__name__} in a reply") from None
        return value, error

    def _read_lazily(self, error: BaseException, description: dict[str, Any] | None) -> None:
        """A lazy iterable of the sample's is about to raise this, in the midst of the tests."""
        if description is not None:
            self._raised.append((error, description))
        elif self.fatal is None:
            self.fatal = error

    def raised(self, error: BaseException) -> bool:
        """Whether this very exception is the sample's."""
        return any(known is error for known, _description in self._raised)

    def from_sample(self, error: BaseException) -> dict[str, Any] | None:
        """The description of an exception that the sample, not the tests, raised."""
        seen = 0
        while error is not None and seen < 20:
            for known, description in self._raised:
                if known is error:
                    return description
            error, seen = error.__cause__ or error.__context__, seen + 1  # type: ignore[assignment]
        return None

    def lost(self) -> dict[str, Any] | None:
        """The description of an exception that the tests never met, because it ended a loop of theirs."""
        for error, description in self._raised:
            if isinstance(error, StopIteration) and not _met(error):
                return description
        return None


def _met(error: BaseException) -> bool:
    """Whether some code of Python's had a say in how far this exception went.

    ``map``, ``zip`` and their like take a ``StopIteration`` out of a function that they call for the end of what they
    iterate over, and say nothing. It then has no traceback (before Python 3.12), or the outermost frame in it neither
    catches it nor is a generator, which turns it into another exception.
    """
    trace = error.__traceback__
    if trace is None:
        return False
    code = trace.tb_frame.f_code
    if code.co_flags & _GENERATORS:
        return True
    return any(entry.start <= trace.tb_lasti < entry.end for entry in dis.Bytecode(code).exception_entries)


#: How the tests of a request meet the sample.
Meeting = Callable[[Channel, "dict[str, Any]"], Candidate]


def begin(control: Channel, meeting: Callable[[dict[str, Any]], Meeting] = lambda _request: Candidate) -> None:
    """Serves, as a child of the zygote; ``meeting`` makes the way in which tests and sample meet from each request."""
    os.register_at_fork(after_in_child=random.seed)
    try:
        serve(control, meeting)
    except ChannelClosed:
        return


def serve(control: Channel, meeting: Callable[[dict[str, Any]], Meeting]) -> None:
    """Judges samples of one task until the supervisor hangs up."""
    code: tuple[CodeType | str, CodeType | str] | None = None
    seeded = random.getstate()
    reusable = False
    while True:
        request = control.receive_with_descriptors(4)
        (descriptor,) = control.take_descriptors()
        used = resource.getrusage(resource.RUSAGE_SELF)
        # What the worker can hold, the judge must be able to: its values arrive here.
        memory = max(request["memory_bytes"], _LEAST_MEMORY)
        resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.RLIM_INFINITY))
        # Twice, because the kernel counts sampled ticks here and a busy machine gets them wrong.
        allowed = 2 * (int(used.ru_utime + used.ru_stime) + 1 + request["cpu_seconds"])
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))
        if code is None:
            code = _compiled(request["preamble"], _PREAMBLE_FILE), _compiled(request["tests"], _TESTS_FILE)
            reusable = all(_leaves_no_trace(part) for part in code)
        random.setstate(seeded)
        sys.setrecursionlimit(_RECURSION_LIMIT)
        with socket.socket(fileno=descriptor) as connection:
            verdict = run(Channel(connection), meeting(request), request["entry_point"], *code)
        verdict["reusable"] = reusable
        control.send({"judged": verdict})


def _leaves_no_trace(code: CodeType | str) -> bool:
    """Whether this code can be run for one sample after the other in one process.

    A conservative look at what it does: nothing that reaches the interpreter's shared state, and only modules that
    have none (``random`` is seeded anew each time).
    """
    if isinstance(code, str):
        return False
    waiting = [code]
    while waiting:
        part = waiting.pop()
        if not _SHARED_STATE.isdisjoint(part.co_names):
            return False
        for instruction in dis.get_instructions(part):
            if instruction.opname == "IMPORT_NAME" and instruction.argval.split(".")[0] not in _STATELESS_MODULES:
                return False
            if instruction.opname in ("STORE_ATTR", "DELETE_ATTR"):
                return False  # of a module, perhaps
        waiting += [constant for constant in part.co_consts if isinstance(constant, CodeType)]
    return True


def _compiled(source: str, name: str) -> CodeType | str:
    """A text that does not compile is left as it is: running it says what is wrong."""
    try:
        return compile_source(source, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source


def run(
    channel: Channel, meeting: Meeting, entry_point: str, preamble: CodeType | str, tests: CodeType | str
) -> dict[str, Any]:
    """Judges one sample. The result's ``verdict`` is one of the words that assay-sandbox's `judgement` module reads."""
    started = time.monotonic_ns()
    namespace: dict[str, Any] = {"__name__": "tests", "__builtins__": __builtins__}
    candidate = meeting(channel, namespace)
    try:
        verdict = _judge(candidate, namespace, entry_point, preamble, tests)
    except _FATAL as error:
        verdict = _fatal(error)
    except MemoryError:  # the tests' own is theirs; this is the loading report's
        verdict = _fatal(MalformedFrame("a loading report that does not fit into memory"))
    if candidate.fatal is not None:
        verdict = _fatal(candidate.fatal)
    elif verdict["verdict"] != "tampered" and verdict["verdict"] != "worker_gone" and channel.pending():
        verdict = {"verdict": "tampered", "evidence": "bytes on the private channel that no call asked for"}
    total = time.monotonic_ns() - started
    verdict["evidence"] = _sayable(verdict.get("evidence"))
    if not _is_line(verdict.get("line")):
        verdict["line"] = None
    verdict["spans"] = {
        "judging": max(0, total - candidate.waited),
        "waiting": candidate.waited,
        "sample": candidate.sample_time,
    }
    if candidate.measured is not None:
        verdict["measured"] = candidate.measured
    return verdict


def _judge(
    candidate: Candidate,
    namespace: dict[str, Any],
    entry_point: str,
    preamble: CodeType | str,
    tests: CodeType | str,
) -> dict[str, Any]:
    loaded = candidate.load()
    if not isinstance(loaded, dict) or type(loaded.get("loaded")) is not bool:
        raise MalformedFrame("a first message that is not the loading report")
    if not loaded["loaded"]:
        return _sample_failure(loaded.get("exception"))

    def stub(*arguments: Any, **keywords: Any) -> Any:
        return candidate.call(arguments, keywords)

    stub.__name__ = stub.__qualname__ = entry_point
    try:
        exec(preamble if isinstance(preamble, CodeType) else compile_source(preamble, _PREAMBLE_FILE), namespace)
    except BaseException as error:  # the benchmark's own code is at fault
        return _fault("the prompt's code", error)
    namespace[entry_point] = namespace["candidate"] = stub
    try:
        namespace.pop("check", None)
        exec(tests if isinstance(tests, CodeType) else compile_source(tests, _TESTS_FILE), namespace)
        check = namespace.get("check")
        if callable(check):
            check(stub)
    except _FATAL:
        raise
    except BaseException as error:  # how tests say no
        return _test_failure(candidate, error)
    if candidate.calls == 0:
        return {"verdict": "fault", "evidence": "the tests never called the entry point"}
    lost = candidate.lost()
    return {"verdict": "pass"} if lost is None else _sample_failure(lost)


def compile_source(source: str, name: str) -> CodeType:
    """Compiles benchmark code with no flags inherited from this file."""
    return compile(source, name, "exec", dont_inherit=True)


def _sample_failure(description: Any) -> dict[str, Any]:
    if not isinstance(description, dict):
        raise MalformedFrame("a failure without description")
    return {
        "verdict": "sample_raised",
        "kind": _cut(description.get("kind"), 40),
        "evidence": f"{_cut(description.get('type'), 200)}: {_cut(description.get('text'), 2000)}",
        "line": description.get("line"),
    }


def _test_failure(candidate: Candidate, error: BaseException) -> dict[str, Any]:
    description = candidate.from_sample(error)
    if description is not None and (candidate.raised(error) or not isinstance(error, AssertionError)):
        return _sample_failure(description)
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _TESTS_FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    if candidate.calls == 0:
        return _fault("the tests", error)
    text = "" if isinstance(error, AssertionError) and not error.args else f": {_text(error)}"
    return {"verdict": "wrong_answer", "evidence": f"{type(error).__name__}{text}", "line": line}


def _fatal(error: BaseException) -> dict[str, Any]:
    if isinstance(error, ChannelClosed):
        return {"verdict": "worker_gone"}
    if isinstance(error, (NotPlainData, IteratorCut)):
        return {"verdict": "not_plain_data", "evidence": str(error)}
    if isinstance(error, NeedsSharedMode):
        return {"verdict": "fault", "evidence": str(error)}
    return {"verdict": "tampered", "evidence": str(error)}


def _fault(where: str, error: BaseException) -> dict[str, Any]:
    return {"verdict": "fault", "evidence": f"{where} failed before the sample was called: {type(error).__name__}: {_text(error)}"}


def _text(error: BaseException) -> str:
    try:
        return str(error)[:2000]
    except Exception:  # a hostile __str__ cannot come here, but a test's own may fail
        return "<text not available>"


def _cut(text: Any, most: int) -> str:
    """A text of the worker's, which may be anything at all."""
    return text[:most] if type(text) is str else "<not a text>"


def _sayable(text: str | None) -> str | None:
    """Without the half characters that no strict reader of JSON accepts."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def _is_line(line: Any) -> bool:
    return type(line) is int and 0 < line < 1 << 31
