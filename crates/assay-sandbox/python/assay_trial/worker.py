"""Runs one sample: loads the judged module and answers the judge's calls of its entry point.

This process is the sample's own. It holds no test and no expected value, so whatever the sample does to it, all it
can reach is the value that it returns.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Callable

from assay_trial.channel import Channel, ChannelClosed, FrameTooLarge
from assay_trial.decoding import Decoder
from assay_trial.encoding import Encoder
from assay_trial.loading import (
    PLAIN_FRAMES, PLAIN_LIMIT, compiled, defined, depth, explain, prepare, take_program,
)  # fmt: skip
from assay_trial.plain_data import IteratorCut, NotPlainData


def begin(channel: Channel) -> None:
    """Takes up what the native part has put in place, and serves."""
    entry_point, source, _rest = take_program()
    serve(channel, source, entry_point, _answer)


#: Makes a call that the judge asks for, and says what came of it.
Answer = Callable[[Channel, "dict[str, Any]", Callable[..., Any], "dict[str, Any]"], "dict[str, Any]"]


def serve(channel: Channel, source: str, entry_point: str, answer_call: Answer) -> None:
    """Loads the sample, then answers calls until the judge hangs up.

    ``answer_call`` is the one frame between this one and the sample's.
    """
    started = time.monotonic_ns()
    output, errors = sys.stdout, sys.stderr
    current_process, leave = os.getpid, os._exit
    process = current_process()

    def answer(reply: dict[str, Any]) -> None:
        if current_process() != process:
            leave(0)  # a fork that the sample made and let return: the channel is not its
        _flush(output)
        _flush(errors)
        try:
            channel.send(reply)
        except (FrameTooLarge, MemoryError) as error:
            channel.send({"not_plain_data": f"a result that is too large ({type(error).__name__})"})

    namespace = prepare(source)
    above = depth()
    # While the module loads, a plain run has nothing above it; here are these frames and `exec`.
    loading_limit = PLAIN_LIMIT + above + 1
    sys.setrecursionlimit(loading_limit)
    try:
        exec(compiled(source), namespace)
        function = defined(entry_point, namespace)
    except ChannelClosed:
        return
    except BaseException as error:  # whatever the sample raises is its answer
        answer({"loaded": False, "exception": explain(error)})
        return
    if sys.getrecursionlimit() == loading_limit:  # or else the sample has chosen its own
        # Above the entry point are these frames and `answer_call`.
        sys.setrecursionlimit(PLAIN_LIMIT + above + 1 - PLAIN_FRAMES)
    answer({"loaded": True, "nanoseconds": time.monotonic_ns() - started})
    try:
        while True:
            answer(answer_call(channel, channel.receive(), function, namespace))
    except ChannelClosed:
        return


def _flush(stream: Any) -> None:
    """The worker is killed, not asked to leave: what it printed must be out before its answer is."""
    try:
        stream.flush()
    except Exception:  # the sample may have closed it
        pass


def _answer(
    _channel: Channel, request: dict[str, Any], function: Callable[..., Any], namespace: dict[str, Any]
) -> dict[str, Any]:
    try:
        call = Call(request, namespace)
    except NotPlainData as error:
        return {"not_plain_data": str(error)[:500]}
    started = time.monotonic_ns()
    try:
        value = function(*call.arguments, **call.keywords)
    except ChannelClosed:
        raise
    except BaseException as error:  # whatever the sample raises is its answer
        return call.reply(None, error, time.monotonic_ns() - started)
    return call.reply(value, None, time.monotonic_ns() - started)


class Call:
    """The arguments of one call, made from the judge's request."""

    def __init__(self, request: dict[str, Any], namespace: dict[str, Any]) -> None:
        self._unread: list[BaseException] = []
        decoder = Decoder(request["nodes"], request["order"], [], namespace, self._note)
        self.arguments = [decoder.value(form) for form in request["arguments"]]
        self.keywords = {name: decoder.value(form) for name, form in request["keywords"]}
        self._known = [value for _index, value in decoder.mutable]

    def _note(self, error: BaseException, _description: Any) -> None:
        if isinstance(error, IteratorCut):
            self._unread.append(error)

    def reply(
        self, value: Any, raised: BaseException | None, nanoseconds: int, drawn: tuple[list[Any], Any] | None = None
    ) -> dict[str, Any]:
        """What came of it: the value or the exception, and what became of the arguments.

        ``drawn`` is what a lazy value gave and how it ended, where it has been drawn already.
        """
        reply: dict[str, Any] = {} if raised is None else {"exception": explain(raised)}
        reply["nanoseconds"] = nanoseconds
        encoder = Encoder({id(item): place for place, item in enumerate(self._known)}, explain)
        if drawn is not None:
            encoder.drawn = (value, *drawn)
        try:
            reply["value"] = encoder.encode(value)
            reply["known"] = [encoder.encode(item) for item in self._known]
            if self._unread:
                raise NotPlainData(f"an argument: {self._unread[0]}")
        except NotPlainData as error:
            return {"not_plain_data": str(error)[:500]}
        except (RecursionError, MemoryError) as error:
            return {"not_plain_data": type(error).__name__}
        except BaseException as error:  # a lazy value that fails in a way no test can see
            return {"exception": explain(error), "value": None, "known": [], "nodes": [], "order": []}
        reply["nodes"] = encoder.nodes
        reply["order"] = encoder.order
        return reply
