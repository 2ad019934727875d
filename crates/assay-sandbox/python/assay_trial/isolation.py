"""What a trial's own process does to itself before the first line of the sample runs.

The zygote already sits in the slot's user, mount, network, PID, IPC and UTS namespaces on a read-only root. Each
trial adds its own PID, mount, IPC, UTS and user namespaces, a fresh ``/proc`` and ``/tmp``, resource limits, and
gives up every privilege. The network namespace is the slot's: it has no interface that is up and nothing that a
trial may configure. Its counters are all that stays (docs/security.md); one per trial would cost a fifth of the rate.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)

_CLONE_NEWNS = 0x00020000
_CLONE_NEWUTS = 0x04000000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000

_MS_NOSUID = 0x2
_MS_NODEV = 0x4
_MS_NOEXEC = 0x8

_PR_SET_PDEATHSIG = 1
_PR_SET_SECUREBITS = 28
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
#: NOROOT, NO_SETUID_FIXUP and NO_CAP_AMBIENT_RAISE, each with its lock; KEEP_CAPS locked off.
_SECUREBITS = 0b11101111
_LINUX_CAPABILITY_VERSION_3 = 0x20080522
_SIGKILL = 9

#: Address space beyond the memory limit: programs, libraries, stacks of threads. The limit on private memory counts
#: no shared mapping, so without this one a shared mapping of no file could take all that the machine has.
_ADDRESS_SPACE = 1 << 30

#: The kernel's CPU limit ÷ the one that the zygote enforces by the exact clock.
_BACKSTOP = 2

#: User and group of a sample inside its own user namespace.
SAMPLE_USER = 1000


class IsolationError(Exception):
    """A control could not be put in force. The trial must not run."""


def _check(result: int, step: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise IsolationError(f"{step}: {os.strerror(number)}")


def unshare_processes(own_namespace: int) -> None:
    """Makes the next fork the first process of a new PID namespace, however often it is called."""
    _check(_libc.setns(own_namespace, _CLONE_NEWPID), "return to the slot's PID namespace")
    _check(_libc.unshare(_CLONE_NEWPID), "new PID namespace")


def unshare_system() -> None:
    """New mount, IPC and UTS namespaces, owned by the slot, so that the trial has no right over them."""
    _check(_libc.unshare(_CLONE_NEWNS | _CLONE_NEWIPC | _CLONE_NEWUTS), "new mount, IPC and UTS namespaces")


def mount_private(disk_bytes: int, inodes: int) -> None:
    """A fresh ``/proc`` of the trial's own processes and an empty, size-limited ``/tmp``."""
    guarded = _MS_NOSUID | _MS_NODEV
    _check(_libc.mount(b"proc", b"/proc", b"proc", guarded | _MS_NOEXEC, None), "mount /proc")
    options = f"size={disk_bytes},nr_inodes={inodes},mode=1777".encode()
    _check(_libc.mount(b"tmpfs", b"/tmp", b"tmpfs", guarded, options), "mount /tmp")
    os.chdir("/tmp")


def limit_resources(limits: dict[str, Any]) -> None:
    """Sets the kernel's limits. A hard limit that is lower already stays: it cannot be raised, only obeyed."""
    for kind, wanted in (
        (resource.RLIMIT_CPU, _BACKSTOP * limits["cpu_seconds"]),
        (resource.RLIMIT_DATA, limits["memory_bytes"]),
        (resource.RLIMIT_AS, limits["memory_bytes"] + _ADDRESS_SPACE),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_NOFILE, limits["descriptors"]),
        (resource.RLIMIT_FSIZE, limits["disk_bytes"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (value, value))


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def enter_user_namespace() -> None:
    """An own user namespace with one user and no further ones inside it."""
    _write("/proc/self/oom_score_adj", "1000")
    _check(_libc.unshare(_CLONE_NEWUSER), "new user namespace")
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{SAMPLE_USER} 0 1")
    _write("/proc/self/gid_map", f"{SAMPLE_USER} 0 1")
    _write("/proc/sys/user/max_user_namespaces", "0")


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


_NO_CAPABILITIES = (ctypes.c_uint32 * 6)()
_HEADER = _CapabilityHeader(_LINUX_CAPABILITY_VERSION_3, 0)


def drop_privileges() -> None:
    """Empties every capability set that counts, and forbids gaining any again.

    The bounding set stays as it is: it only bounds what executing a file could add, and with ``no_new_privs`` and the
    secure bits locked executing a file adds nothing. Emptying it takes 41 more calls in every trial.
    """
    _check(_libc.prctl(_PR_SET_SECUREBITS, _SECUREBITS, 0, 0, 0), "lock the secure bits")
    _check(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "clear the ambient set")
    _check(_libc.capset(ctypes.byref(_HEADER), _NO_CAPABILITIES), "drop capabilities")
    set_no_new_privileges()


def set_no_new_privileges() -> None:
    """From now on, executing a file adds no privilege."""
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def die_with_parent() -> None:
    """The kernel kills this process when the zygote dies. Must come after the last change of user."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0), "parent-death signal")


def place_descriptors(wanted: list[int]) -> None:
    """Moves the given descriptors to 0, 1, 2 … and closes every other one."""
    count = len(wanted)
    lifted = [fcntl.fcntl(item, fcntl.F_DUPFD, count) if item < count else item for item in wanted]
    for place, descriptor in enumerate(lifted):
        os.dup2(descriptor, place, inheritable=True)
    os.closerange(count, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
