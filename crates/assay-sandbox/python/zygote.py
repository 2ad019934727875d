"""A warm Python that forks fresh children: *workers*, one per trial, and *judges*, one per task.

Started as the first process of a slot's PID namespace. Reads requests on descriptor 3, answers there, and ends with
it. It never runs a line of a sample or of a test itself, and never holds one: what it has once held, every later child
could find in its own memory.
"""

from __future__ import annotations

import gc
import importlib
import os
import random
import select
import signal
import socket
import sys
import time
from typing import Any, NoReturn

sys.path.insert(0, "/opt/assay")

from assay_trial import isolation, system_calls  # noqa: E402
from assay_trial.channel import Channel, ChannelClosed  # noqa: E402

_CONTROL = 3
#: Modules that samples and tests import most, loaded once. More would cost each fork its after-fork work.
_WARM = ("bisect", "collections", "copy", "functools", "heapq", "itertools", "math", "re", "string", "typing")
#: The same for every trial, so that a sample that draws numbers draws the same ones in each run.
_RANDOM_SEED = 0


class Zygote:
    """The loop of one role: a request in, a child forked, its end reported."""

    def __init__(self, role: str, control: socket.socket) -> None:
        self._role = role
        # Only what the role needs: every module costs each fork its share of copied pages.
        self._part: Any = importlib.import_module(f"assay_trial.{role}")
        self._control: Any = Channel(control)
        self._own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._null = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)

    def run(self) -> None:
        """Serves requests until the supervisor hangs up."""
        self._control.send({"ready": True, "version": sys.version.split()[0]})
        while True:
            request = self._control.receive_with_descriptors(4)
            if "kill" in request:
                continue  # the child ended by itself before the order came
            descriptors = self._control.take_descriptors()
            start = time.monotonic_ns()
            child = self._fork(request, descriptors, start)
            forked = time.monotonic_ns()
            for descriptor in descriptors:
                os.close(descriptor)
            self._wait(child, forked - start, request.get("limits"))

    def _fork(self, request: dict[str, Any], descriptors: list[int], start: int) -> int:
        if self._role == "worker":
            isolation.unshare_processes(self._own_namespace)
        child = os.fork()
        if child == 0:
            self._child(request, descriptors, start)
        return child

    def _child(self, request: dict[str, Any], descriptors: list[int], start: int) -> NoReturn:
        try:
            if self._role == "worker":
                self._become_worker(request, descriptors, start)
            else:
                self._become_judge(descriptors)
        except BaseException as error:  # nothing may run on in a forked zygote
            self._tell_failure(error)
            os._exit(120)
        os._exit(0)

    def _tell_failure(self, error: BaseException) -> None:
        """A failure of ours. Once the sample may have begun there is no control socket, and nothing to tell."""
        if self._control is not None:
            try:
                self._control.send({"failed": f"{type(error).__name__}: {error}"[:500]})
            except BaseException:
                pass

    def _become_worker(self, request: dict[str, Any], descriptors: list[int], start: int) -> None:
        forked = time.monotonic_ns()
        limits = request["limits"]
        isolation.unshare_system()
        separated = time.monotonic_ns()
        isolation.mount_private(limits["disk_bytes"], limits["inodes"])
        mounted = time.monotonic_ns()
        channel, output, module = descriptors
        source = os.pread(module, os.fstat(module).st_size, 0).decode()
        isolation.place_descriptors([self._null, output, output, channel, self._control.fileno()])
        self._control.detach()  # its number is the sample's channel now
        self._control = Channel(socket.socket(fileno=4))
        os.setsid()
        isolation.enter_user_namespace()
        isolation.limit_resources(limits)
        isolation.drop_privileges()
        isolation.die_with_parent()
        spans = {"fork": forked - start, "namespaces": separated - forked, "mounts": mounted - separated}
        spans["privileges"] = time.monotonic_ns() - mounted
        self._control.send({"started": True, "spans": spans})
        os.close(self._control.detach())
        self._control = None
        random.seed(_RANDOM_SEED)
        connection = socket.socket(fileno=3)
        self._part.serve(Channel(connection), source, request["entry_point"])

    def _become_judge(self, descriptors: list[int]) -> None:
        control = Channel(socket.socket(fileno=descriptors[0]))
        try:
            self._part.serve(control, _RANDOM_SEED)
        except ChannelClosed:
            return

    def _wait(self, child: int, fork_span: int, limits: dict[str, Any] | None) -> None:
        """Waits for the child's end, for the order to kill it or for its CPU limit, then for all it left behind."""
        handle = os.pidfd_open(child)
        try:
            poller = select.poll()
            poller.register(handle, select.POLLIN)
            poller.register(self._control.fileno(), select.POLLIN)
            killed, spent = 0, False
            while True:
                left = None if killed or limits is None else _cpu_left(child, limits["cpu_seconds"])
                ready = {descriptor for descriptor, _event in poller.poll(left)}
                if handle in ready:
                    break
                if self._control.fileno() in ready:
                    self._control.receive()  # the only message during a trial is the order to kill
                    poller.unregister(self._control.fileno())
                elif left is None or _cpu_left(child, limits["cpu_seconds"]) > 0:  # type: ignore[index]
                    continue
                else:
                    spent = True
                killed = killed or time.monotonic_ns()
                os.kill(child, signal.SIGKILL)
        finally:
            os.close(handle)
        _pid, status, usage = os.wait4(child, 0)
        leftover = self._reap_everything() if self._role == "judge" else 0
        self._control.send(
            {
                "ended": True,
                "exit": os.waitstatus_to_exitcode(status),
                "killed": killed != 0,
                "cpu_limit_reached": spent,
                "user_microseconds": int(usage.ru_utime * 1e6),
                "system_microseconds": int(usage.ru_stime * 1e6),
                "peak_kibibytes": usage.ru_maxrss,
                "leftover": leftover,
                "spans": {"start": fork_span, "reap": time.monotonic_ns() - killed if killed else 0},
            }
        )

    def _reap_everything(self) -> int:
        """Kills and reaps what a test left running in this namespace (a worker's namespace dies with its init)."""
        count = 0
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return 0
        while True:
            try:
                os.waitpid(-1, 0)
                count += 1
            except ChildProcessError:
                return count


def _cpu_left(child: int, seconds: int) -> float:
    """Milliseconds until the child can have used its CPU time, or 0 when it has.

    By the process's exact clock. The kernel's own limit counts sampled ticks, and on a busy machine charges a process
    for a quarter more than it had; it stays behind this one as a backstop.
    """
    clock = (~child << 3) | 2  # a process's CPU clock by its id: linux/posix-timers.h, CPUCLOCK_SCHED
    try:
        used = time.clock_gettime_ns(clock)
    except OSError:
        return 1.0  # it has just ended
    left = seconds * 1_000_000_000 - used
    # Two threads use it twice as fast.
    return max(1.0, left / 2e6) if left > 0 else 0.0


def main() -> None:
    """Warms the interpreter, gives up what the role does not need, and serves."""
    role = sys.argv[1]
    for name in _WARM:
        __import__(name)
    compile("def warm(x: int = 0) -> int:\n    return [y for y in range(x)]\n", "<warm>", "exec")
    zygote = Zygote(role, socket.socket(fileno=_CONTROL))
    system_calls.restrict()
    if role == "judge":
        isolation.drop_privileges()
    sys.path.remove("/opt/assay")
    sys.argv[:] = [""]
    gc.collect()
    gc.freeze()
    try:
        zygote.run()
    except ChannelClosed:
        return


if __name__ == "__main__":
    main()
