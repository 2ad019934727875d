"""One run: files are unpacked, one runner runs, each event is said."""

from __future__ import annotations

import json
import os
import sys

from assay_oracle import project, unpack, unittest_runner
from assay_oracle.channel import Channel, text_of
from assay_oracle.options import plugins

try:
    from assay_oracle import pytest_runner
except ImportError:
    pytest_runner = None

_ROOT, _SCRATCH = "/tmp/repository", "/tmp/scratch"
#: All that a test finds of the variables around it, besides what is set here.
_VARIABLES = frozenset(
    (
        "HOME", "LANG", "LD_LIBRARY_PATH", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PATH",
        "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "TZ",
    )
)  # fmt: skip


def begin() -> None:
    """Reads the order from standard input and ends this process when it is done."""
    with os.fdopen(os.dup(0), "rb") as source:
        order = json.loads(source.readline())
        channel = Channel(order.pop("nonce"))
        unpack.unpack(_ROOT, order.pop("tree"), source)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.mkdir(_SCRATCH)
    found = plugins()
    os.chdir(_ROOT)
    if project.make_metadata(_ROOT, f"{_SCRATCH}/metadata"):
        sys.path.append(f"{_SCRATCH}/metadata")
    _set_variables()
    # Behind the environment, as where a package is installed to be worked on: what is at the root shadows nothing.
    sys.path.extend([f"{_ROOT}/src"] if os.path.isdir(f"{_ROOT}/src") else [])
    sys.path.append(_ROOT)
    sys.argv[:] = [order["runner"]]
    channel.say("begun")
    try:
        if order["runner"] == "unittest":
            unittest_runner.run(order, _ROOT, channel)
        elif pytest_runner is None:
            channel.say("broken", where="", detail="pytest is not in the environment")
            channel.say("done", status=4)
        else:
            pytest_runner.run(order, _ROOT, _SCRATCH, channel, found)
    except SystemExit as ended:
        channel.say("broken", where="", detail=text_of(f"the run ended with SystemExit({ended.code!r})"))
        channel.say("done", status=3)
    finally:
        _flush()
    # Nothing of the repository runs at the interpreter's end.
    os._exit(0)


def _set_variables() -> None:
    for name in set(os.environ) - _VARIABLES:
        del os.environ[name]
    # For programs that tests start: what they import must be found there, too.
    paths = [path for path in (f"{_ROOT}/src", f"{_SCRATCH}/metadata") if os.path.isdir(path)]
    if paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # streams that tests have replaced are nobody's concern any more
            continue
