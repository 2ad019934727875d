"""A warm Python that forks fresh children: *workers*, one per trial, *judges*, one per task, and *shells* for a user.

Started as the first process of a slot's PID namespace, with its control socket at descriptor 3. Once warm it hands
itself over to ``zygote.so`` (``native/``), which waits for orders, forks and isolates; only children come back.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import socket
import struct
import sys
from typing import Any

sys.path.insert(0, "/opt/assay")

from assay_trial.channel import Channel  # noqa: E402

#: The control socket of a zygote; of a child its channel.
_CONTROL = 3
#: Modules that samples and tests import most, loaded once. More would cost each fork its after-fork work.
_WARM = (
    "bisect", "collections", "copy", "functools", "heapq", "itertools", "math", "re", "string", "typing",
)  # fmt: skip
#: A report of failure and the step at which it happened, as numbered in ``native/record.rs``.
_FAILED, _STEP_WARM = 3, 0
#: What the native part returns to a child.
_CHILD = 0


def _import_random() -> None:
    """Loads ``random`` before anything else can.

    By itself it would draw a new seed in every child, at a cost of forty pages. A child's own forks still do.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **_hooks: None
    try:
        importlib.import_module("random")
    finally:
        os.register_at_fork = register


def _fix_numbers_ahead(seed: int) -> None:
    """Every child draws the same numbers, on both sides and in each run, from whichever generators are loaded."""
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed(seed)


def _load(names: list[str]) -> None:
    """Loads the environment's own modules; says which one cannot be, in a record of ``native/record.rs``."""
    for place, name in enumerate(names):
        try:
            importlib.import_module(name)
        except BaseException:
            os.write(_CONTROL, struct.pack("=8Q", _FAILED, _STEP_WARM, place, 0, 0, 0, 0, 0))
            raise


def main() -> None:
    """Warms the interpreter, hands it over, and goes on as a child."""
    role = sys.argv[1]
    _import_random()
    _load([name for name in sys.argv[2].split(",") if name])
    for name in _WARM:
        __import__(name)
    _fix_numbers_ahead(int(sys.argv[3]))
    # Only what the role needs: every module costs each fork its share of copied pages.
    part: Any = importlib.import_module(f"assay_trial.{role}")
    # At this place a child finds a socket of its own.
    channel = Channel(socket.socket(fileno=_CONTROL))
    compile("def warm(x: int = 0) -> int:\n    return [y for y in range(x)]\n", "<warm>", "exec")
    native = ctypes.PyDLL("/opt/assay/zygote.so")
    sys.path.remove("/opt/assay")
    sys.argv[:] = [""]
    gc.collect()
    gc.freeze()
    if native.assay_serve(_CONTROL, role not in ("judge", "meter")) != _CHILD:
        return
    try:
        part.begin(channel)
    except BaseException:  # nothing may run on in a forked zygote
        os._exit(120)
    os._exit(0)


if __name__ == "__main__":
    main()
