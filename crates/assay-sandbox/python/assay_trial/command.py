"""A command in the place of a trial: puts its files into the work folder and becomes the program that it names.

What the program reads is its standard input; what it prints goes to the supervisor in two streams.
"""

from __future__ import annotations

import json
import os
import signal

from assay_trial.channel import Channel

#: Where the native part puts what a child is to run.
_PROGRAM = 4
#: Exit code of a command that could not be started, as shells have it.
_NOT_STARTED = 127


def begin(channel: Channel) -> None:
    """Takes up what the native part has put in place, and is another program from then on."""
    program = os.pread(_PROGRAM, os.fstat(_PROGRAM).st_size, 0)
    os.close(_PROGRAM)
    header, _, contents = program.partition(b"\0")
    order = json.loads(header)
    start = 0
    for name, length in order["files"]:
        _write(name, contents[start : start + length])
        start += length
    # In this role the channel is where standard output goes.
    output = channel.detach()
    os.dup2(output, 1)
    os.close(output)
    # An interpreter ignores these, and what the program starts would inherit that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    arguments = order["arguments"]
    try:
        os.execvp(arguments[0], arguments)
    except (OSError, ValueError) as error:
        os.write(2, f"{arguments[0]}: {error}\n".encode(errors="backslashreplace"))
        os._exit(_NOT_STARTED)


def _write(name: str, content: bytes) -> None:
    """A file of the command, below the work folder."""
    if folder := os.path.dirname(name):
        os.makedirs(folder, exist_ok=True)
    with open(name, "xb") as file:
        file.write(content)
    os.chmod(name, 0o755)
