"""The system calls that no namespace bounds, refused: a small seccomp filter, set once in a zygote and inherited.

Namespaces, an empty network and no capabilities stop nearly everything else. What is left reaches beyond them: sockets
of other families (AF_VSOCK talks to the machine's own host, even from an empty network namespace), keyrings (kept per
user, across trials), io_uring (whose work other filters do not see), and calls whose only use here is to look for
faults of the kernel. All answer with an error, as on a kernel that lacks them.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct

_libc = ctypes.CDLL(None, use_errno=True)

_PR_SET_SECCOMP = 22
_PR_SET_NO_NEW_PRIVS = 38
_SECCOMP_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000

# Classic BPF: load a word of the call's description, jump, return.
_LOAD = 0x20
_IF_EQUAL = 0x15
_IF_AT_LEAST = 0x35
_RETURN = 0x06
#: Where a call's number, its machine and the low half of its first argument stand in that description.
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16

#: Unix, IPv4, IPv6 and netlink (by which the C library asks for interfaces): bounded by the network namespace.
_FAMILIES = (1, 2, 10, 16)
#: No native call has such a number: those above are x86's other 64-bit interface, which this filter does not read.
_FIRST_FOREIGN = 0x40000000

#: By machine: its mark, the calls that take a socket's family first, the calls refused whole.
_MACHINES = {
    "x86_64": (
        0xC000003E,
        {"socket": 41, "socketpair": 53},
        {
            "ptrace": 101,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "perf_event_open": 298,
            "open_by_handle_at": 304,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
            "io_uring_enter": 426,
            "io_uring_register": 427,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {"socket": 198, "socketpair": 199},
        {
            "ptrace": 117,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "open_by_handle_at": 265,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
            "io_uring_enter": 426,
            "io_uring_register": 427,
        },
    ),
}


class IsolationError(Exception):
    """A control could not be put in force. Nothing may run."""


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("=HBBI", code, then, otherwise, value)


def _program(machine: str) -> list[bytes]:
    mark, with_family, refused = _MACHINES[machine]
    refuse = _step(_RETURN, _ERRNO | errno.EPERM)
    steps = [
        _step(_LOAD, _MACHINE),
        _step(_IF_EQUAL, mark, 1, 0),
        refuse,
        _step(_LOAD, _NUMBER),
        _step(_IF_AT_LEAST, _FIRST_FOREIGN, 0, 1),
        refuse,
    ]
    for number in refused.values():
        steps += [_step(_IF_EQUAL, number, 0, 1), refuse]
    for number in with_family.values():
        families = [_step(_IF_EQUAL, family, len(_FAMILIES) - place, 0) for place, family in enumerate(_FAMILIES)]
        answers = [_step(_RETURN, _ERRNO | errno.EAFNOSUPPORT), _step(_RETURN, _ALLOW)]
        steps += [_step(_IF_EQUAL, number, 0, len(_FAMILIES) + 3), _step(_LOAD, _FIRST_ARGUMENT), *families, *answers]
    return [*steps, _step(_RETURN, _ALLOW)]


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def restrict() -> None:
    """Sets the filter for this process and all that it forks. It cannot be taken back."""
    machine = platform.machine()
    if machine not in _MACHINES:
        raise IsolationError(f"no filter of system calls is known for the machine {machine}")
    program = _program(machine)
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise IsolationError(f"no_new_privs: errno {ctypes.get_errno()}")
    chosen = _Filter(len(program), b"".join(program))
    if _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(chosen), 0, 0) != 0:
        raise IsolationError(f"filter of system calls: errno {ctypes.get_errno()}")
