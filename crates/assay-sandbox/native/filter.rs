//! The system calls that a sample has no use for, refused by seccomp.
//!
//! Namespaces, an empty network and no capabilities stop nearly everything else. What is left reaches beyond them:
//! sockets of other families (`AF_VSOCK` talks to the machine's own host, even from an empty network namespace),
//! keyrings (kept per user, across trials), watches on files (of which a user of the host has 128, in all slots), `io_uring` (whose work other filters do not see), the choice of processor
//! (a slot keeps to its own), calls whose only use here is to look for faults of the kernel, and what a terminal can be
//! asked for that is not its user's doing (only a shell has a terminal, and one of its own). All answer with an error, as
//! on a kernel that lacks them.
//!
//! Two filters: one for a zygote and all that it forks, one more for each child once it has made its namespaces.

use super::system::{self, Outcome};

/// One step of classic BPF: what to do, how far to jump then and otherwise, with which number.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Step {
    code: u16,
    then: u8,
    otherwise: u8,
    value: u32,
}

// linux/bpf_common.h: load a word of the call's description, jump, return.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const IF_ANY_BIT: u16 = 0x45;
const RETURN: u16 = 0x06;

// linux/seccomp.h: where a call's number, its machine and the low halves of its first arguments stand.
const NUMBER: u32 = 0;
const MACHINE: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;
const SECOND_ARGUMENT: u32 = 24;
const ALLOW: u32 = 0x7fff_0000;
const ERROR: u32 = 0x0005_0000;

const EPERM: u32 = 1;
const ENOSYS: u32 = 38;
const EAFNOSUPPORT: u32 = 97;

/// No native call has such a number: those above are x86's other 64-bit interface, which these filters do not read.
const FIRST_FOREIGN: u32 = 0x4000_0000;
/// Unix, IPv4, IPv6 and netlink (by which the C library asks for interfaces): bounded by the network namespace.
const FAMILIES: [u32; 4] = [1, 2, 10, 16];
/// Every `CLONE_NEW…`: mount, cgroup, UTS, IPC, user, PID, network and time namespaces.
const NEW_NAMESPACES: u32 = 0x7e02_0080;

/// Requests to a terminal: to take bytes for typed ones (`TIOCSTI`, `TIOCLINUX`), and to be read by another part of the
/// kernel, which may have to be loaded first (`TIOCSETD`).
const REQUESTS: [u32; 3] = [0x5412, 0x541c, 0x5423];

/// The numbers of one machine.
struct Calls {
    machine: u32,
    socket: [u32; 2],
    clone: u32,
    clone3: u32,
    ioctl: u32,
    refused: &'static [u32],
    /// Refused once a child has made its namespaces.
    refused_at_last: &'static [u32],
}

#[cfg(target_arch = "x86_64")]
const CALLS: Calls = Calls {
    machine: 0xc000_003e,
    socket: [41, 53],
    clone: 56,
    clone3: 435,
    ioctl: 16,
    refused: &[
        101, // ptrace
        103, // syslog
        144, // sched_setscheduler
        155, // pivot_root
        161, // chroot
        163, // acct
        167, // swapon
        168, // swapoff
        169, // reboot
        172, // iopl
        173, // ioperm
        175, // init_module
        176, // delete_module
        179, // quotactl
        203, // sched_setaffinity
        246, // kexec_load
        248, // add_key
        249, // request_key
        250, // keyctl
        253, // inotify_init
        256, // migrate_pages
        279, // move_pages
        294, // inotify_init1
        298, // perf_event_open
        300, // fanotify_init
        303, // name_to_handle_at
        304, // open_by_handle_at
        310, // process_vm_readv
        311, // process_vm_writev
        312, // kcmp
        313, // finit_module
        314, // sched_setattr
        320, // kexec_file_load
        321, // bpf
        323, // userfaultfd
        425, // io_uring_setup
        426, // io_uring_enter
        427, // io_uring_register
        438, // pidfd_getfd
        440, // process_madvise
        447, // memfd_secret
    ],
    refused_at_last: &[
        165, // mount
        166, // umount2
        272, // unshare
        308, // setns
        428, // open_tree
        429, // move_mount
        430, // fsopen
        431, // fsconfig
        432, // fsmount
        433, // fspick
        442, // mount_setattr
    ],
};

#[cfg(target_arch = "aarch64")]
const CALLS: Calls = Calls {
    machine: 0xc000_00b7,
    socket: [198, 199],
    clone: 220,
    clone3: 435,
    ioctl: 29,
    refused: &[
        26,  // inotify_init1
        41,  // pivot_root
        51,  // chroot
        60,  // quotactl
        89,  // acct
        104, // kexec_load
        105, // init_module
        106, // delete_module
        116, // syslog
        117, // ptrace
        119, // sched_setscheduler
        122, // sched_setaffinity
        142, // reboot
        217, // add_key
        218, // request_key
        219, // keyctl
        224, // swapon
        225, // swapoff
        238, // migrate_pages
        239, // move_pages
        241, // perf_event_open
        262, // fanotify_init
        264, // name_to_handle_at
        265, // open_by_handle_at
        270, // process_vm_readv
        271, // process_vm_writev
        272, // kcmp
        273, // finit_module
        274, // sched_setattr
        280, // bpf
        282, // userfaultfd
        294, // kexec_file_load
        425, // io_uring_setup
        426, // io_uring_enter
        427, // io_uring_register
        438, // pidfd_getfd
        440, // process_madvise
        447, // memfd_secret
    ],
    refused_at_last: &[
        39,  // umount2
        40,  // mount
        97,  // unshare
        268, // setns
        428, // open_tree
        429, // move_mount
        430, // fsopen
        431, // fsconfig
        432, // fsmount
        433, // fspick
        442, // mount_setattr
    ],
};

/// Filters are put together when this is compiled; this is their longest.
const ROOM: usize = 128;

/// A filter: so many steps of the array.
struct Filter {
    steps: [Step; ROOM],
    length: usize,
}

impl Filter {
    /// Refuses another machine's calls and x86's other interface, then goes on with the call's number loaded.
    const fn new() -> Self {
        let filter = Self { steps: [jump(0, 0, 0, 0); ROOM], length: 0 };
        filter
            .with(jump(LOAD, MACHINE, 0, 0))
            .with(jump(IF_EQUAL, CALLS.machine, 1, 0))
            .with(refusal(EPERM))
            .with(jump(LOAD, NUMBER, 0, 0))
            .with(jump(IF_AT_LEAST, FIRST_FOREIGN, 0, 1))
            .with(refusal(EPERM))
    }

    const fn with(mut self, step: Step) -> Self {
        self.steps[self.length] = step;
        self.length += 1;
        self
    }

    /// Refuses calls whole.
    const fn refuse(mut self, calls: &[u32], error: u32) -> Self {
        let mut place = 0;
        while place < calls.len() {
            self = self.with(jump(IF_EQUAL, calls[place], 0, 1)).with(refusal(error));
            place += 1;
        }
        self
    }

    /// Refuses a call unless its first argument is a known family.
    const fn bound_families(self, call: u32) -> Self {
        self.with(jump(IF_EQUAL, call, 0, 7))
            .with(jump(LOAD, FIRST_ARGUMENT, 0, 0))
            .with(jump(IF_EQUAL, FAMILIES[0], 4, 0))
            .with(jump(IF_EQUAL, FAMILIES[1], 3, 0))
            .with(jump(IF_EQUAL, FAMILIES[2], 2, 0))
            .with(jump(IF_EQUAL, FAMILIES[3], 1, 0))
            .with(refusal(EAFNOSUPPORT))
            .with(jump(RETURN, ALLOW, 0, 0))
    }

    /// Refuses a call whose first argument has one of these bits.
    const fn bound_bits(self, call: u32, bits: u32) -> Self {
        self.with(jump(IF_EQUAL, call, 0, 4))
            .with(jump(LOAD, FIRST_ARGUMENT, 0, 0))
            .with(jump(IF_ANY_BIT, bits, 0, 1))
            .with(refusal(EPERM))
            .with(jump(RETURN, ALLOW, 0, 0))
    }

    /// Refuses a call whose second argument is one of these.
    const fn bound_requests(self, call: u32) -> Self {
        self.with(jump(IF_EQUAL, call, 0, 6))
            .with(jump(LOAD, SECOND_ARGUMENT, 0, 0))
            .with(jump(IF_EQUAL, REQUESTS[0], 2, 0))
            .with(jump(IF_EQUAL, REQUESTS[1], 1, 0))
            .with(jump(IF_EQUAL, REQUESTS[2], 0, 1))
            .with(refusal(EPERM))
            .with(jump(RETURN, ALLOW, 0, 0))
    }

    const fn allow_the_rest(self) -> Self {
        self.with(jump(RETURN, ALLOW, 0, 0))
    }
}

const fn jump(code: u16, value: u32, then: u8, otherwise: u8) -> Step {
    Step { code, then, otherwise, value }
}

const fn refusal(error: u32) -> Step {
    jump(RETURN, ERROR | error, 0, 0)
}

static FIRST: Filter = Filter::new()
    .refuse(CALLS.refused, EPERM)
    // Its arguments are in memory, where no filter can look; the C library then falls back to `clone`.
    .refuse(&[CALLS.clone3], ENOSYS)
    .bound_families(CALLS.socket[0])
    .bound_families(CALLS.socket[1])
    .bound_bits(CALLS.clone, NEW_NAMESPACES)
    .bound_requests(CALLS.ioctl)
    .allow_the_rest();

static LAST: Filter = Filter::new().refuse(CALLS.refused_at_last, EPERM).allow_the_rest();

fn install(filter: &'static Filter) -> Outcome {
    system::filter_calls(filter.steps.get(..filter.length).unwrap_or_default())
}

/// For a zygote, once and for all that it forks. Needs `no_new_privs`.
pub(crate) fn restrict() -> Outcome {
    install(&FIRST)
}

/// For a child that needs no namespace any more.
pub(crate) fn restrict_at_last() -> Outcome {
    install(&LAST)
}
