//! The system calls that a zygote makes, safe to call.
//!
//! Declared here because this part links to nothing. Layouts are those of 64-bit Linux, which the two C libraries in
//! use (GNU and musl) share for everything below.

use core::ffi::{CStr, c_char, c_int, c_long, c_short, c_uint, c_ulong, c_void};
use core::ptr;

use super::filter::Step;
use super::record::BYTES;

/// Exit code of a child that broke before it was the sample's.
pub(crate) const BROKEN: c_int = 120;

pub(crate) const CLONE_NEWNS: c_int = 0x0002_0000;
pub(crate) const CLONE_NEWUTS: c_int = 0x0400_0000;
pub(crate) const CLONE_NEWIPC: c_int = 0x0800_0000;
pub(crate) const CLONE_NEWUSER: c_int = 0x1000_0000;
pub(crate) const CLONE_NEWPID: c_int = 0x2000_0000;

pub(crate) const MS_RDONLY: c_ulong = 1;
pub(crate) const MS_NOSUID: c_ulong = 2;
pub(crate) const MS_NODEV: c_ulong = 4;
pub(crate) const MS_NOEXEC: c_ulong = 8;

pub(crate) const PR_SET_PDEATHSIG: c_int = 1;
const PR_SET_NAME: c_int = 15;
const PR_SET_SECCOMP: c_int = 22;
const SECCOMP_MODE_FILTER: c_ulong = 2;
pub(crate) const PR_SET_SECUREBITS: c_int = 28;
pub(crate) const PR_SET_NO_NEW_PRIVS: c_int = 38;
pub(crate) const PR_CAP_AMBIENT: c_int = 47;
pub(crate) const PR_CAP_AMBIENT_CLEAR_ALL: c_ulong = 4;

pub(crate) const RLIMIT_CPU: c_int = 0;
pub(crate) const RLIMIT_FSIZE: c_int = 1;
pub(crate) const RLIMIT_DATA: c_int = 2;
pub(crate) const RLIMIT_CORE: c_int = 4;
pub(crate) const RLIMIT_NPROC: c_int = 6;
pub(crate) const RLIMIT_NOFILE: c_int = 7;
pub(crate) const RLIMIT_MEMLOCK: c_int = 8;
pub(crate) const RLIMIT_AS: c_int = 9;
pub(crate) const RLIMIT_SIGPENDING: c_int = 11;
pub(crate) const RLIMIT_MSGQUEUE: c_int = 12;

pub(crate) const SIGKILL: c_int = 9;
pub(crate) const EINTR: c_int = 4;

const O_RDONLY: c_int = 0;
const O_WRONLY: c_int = 1;
const O_RDWR: c_int = 2;
const O_CLOEXEC: c_int = 0o2_000_000;
const F_DUPFD_CLOEXEC: c_int = 1030;
const CLOCK_MONOTONIC: c_int = 1;
const POLLIN: c_short = 1;
const TIOCSCTTY: c_ulong = 0x540E;
const ENOTTY: c_int = 25;
const SOL_SOCKET: c_int = 1;
const SCM_RIGHTS: c_int = 1;
const MSG_NOSIGNAL: c_int = 0x4000;
const MSG_CMSG_CLOEXEC: c_int = 0x4000_0000;
const LINUX_CAPABILITY_VERSION_3: c_uint = 0x2008_0522;

// The same on both machines that assay runs on.
const SYS_PIDFD_OPEN: c_long = 434;
const SYS_CLOSE_RANGE: c_long = 436;
#[cfg(target_arch = "x86_64")]
const SYS_CAPSET: c_long = 126;
#[cfg(target_arch = "aarch64")]
const SYS_CAPSET: c_long = 91;

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

#[repr(C)]
struct PollDescriptor {
    descriptor: c_int,
    events: c_short,
    happened: c_short,
}

/// `struct rusage`, with the room that musl reserves.
#[repr(C)]
struct Usage {
    user: [i64; 2],
    system: [i64; 2],
    peak_kibibytes: i64,
    rest: [i64; 29],
}

#[repr(C)]
struct Piece {
    start: *mut c_void,
    length: usize,
}

#[repr(C)]
struct Message {
    name: *mut c_void,
    name_length: c_uint,
    pieces: *mut Piece,
    piece_count: usize,
    control: *mut c_void,
    control_length: usize,
    flags: c_int,
}

/// A control message with up to [`Received::MOST`] descriptors.
#[repr(C)]
struct Rights {
    length: usize,
    level: c_int,
    kind: c_int,
    descriptors: [c_int; Received::MOST],
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    #[link_name = "_exit"]
    fn c_exit(code: c_int) -> !;
    #[link_name = "fork"]
    fn c_fork() -> c_int;
    fn wait4(process: c_int, status: *mut c_int, options: c_int, usage: *mut Usage) -> c_int;
    #[link_name = "kill"]
    fn c_kill(process: c_int, signal: c_int) -> c_int;
    fn poll(descriptors: *mut PollDescriptor, count: c_ulong, milliseconds: c_int) -> c_int;
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
    fn recvmsg(socket: c_int, message: *mut Message, flags: c_int) -> isize;
    #[link_name = "send"]
    fn c_send(socket: c_int, bytes: *const c_void, length: usize, flags: c_int) -> isize;
    #[link_name = "open"]
    fn c_open(path: *const c_char, flags: c_int, ...) -> c_int;
    #[link_name = "openat"]
    fn c_openat(folder: c_int, path: *const c_char, flags: c_int, ...) -> c_int;
    #[link_name = "write"]
    fn c_write(descriptor: c_int, bytes: *const c_void, length: usize) -> isize;
    #[link_name = "close"]
    fn c_close(descriptor: c_int) -> c_int;
    #[link_name = "dup2"]
    fn c_dup2(from: c_int, to: c_int) -> c_int;
    fn fcntl(descriptor: c_int, command: c_int, ...) -> c_int;
    #[link_name = "unshare"]
    fn c_unshare(flags: c_int) -> c_int;
    fn setns(descriptor: c_int, kind: c_int) -> c_int;
    #[link_name = "mount"]
    fn c_mount(
        source: *const c_char,
        target: *const c_char,
        kind: *const c_char,
        flags: c_ulong,
        options: *const c_void,
    ) -> c_int;
    fn chdir(path: *const c_char) -> c_int;
    #[link_name = "setsid"]
    fn c_setsid() -> c_int;
    fn ioctl(descriptor: c_int, request: c_ulong, ...) -> c_int;
    #[link_name = "prctl"]
    fn c_prctl(option: c_int, ...) -> c_int;
    fn getrlimit(kind: c_int, limit: *mut [u64; 2]) -> c_int;
    fn setrlimit(kind: c_int, limit: *const [u64; 2]) -> c_int;
    fn syscall(number: c_long, ...) -> c_long;

    // The interpreter's own (stable ABI since 3.7).
    #[link_name = "PyOS_BeforeFork"]
    fn python_before_fork();
    #[link_name = "PyOS_AfterFork_Child"]
    fn python_after_fork();
}

/// The kernel's answer to a call that failed.
pub(crate) type Outcome<Value = ()> = Result<Value, c_int>;

/// Of a call that answers with a negative number when it fails.
fn outcome(result: impl TryInto<i64>) -> Outcome<c_int> {
    match result.try_into() {
        // No call here answers with more than a small number.
        Ok(value) if value >= 0 => Ok(c_int::try_from(value).unwrap_or(c_int::MAX)),
        // SAFETY: the C library's own place for this thread's last error.
        _ => Err(unsafe { *__errno_location() }),
    }
}

pub(crate) fn exit(code: c_int) -> ! {
    // SAFETY: ends the process at once; touches no memory.
    unsafe { c_exit(code) }
}

/// Readies the interpreter for being forked, once for all children: between two forks it does not run.
pub(crate) fn before_fork() {
    // SAFETY: called with the interpreter's lock held.
    unsafe { python_before_fork() }
}

/// Makes the interpreter of a child whole.
pub(crate) fn after_fork() {
    // SAFETY: called in a child, after `before_fork` in its parent, with the interpreter's lock inherited.
    unsafe { python_after_fork() }
}

/// 0 in the child.
pub(crate) fn fork() -> Outcome<c_int> {
    // SAFETY: the process has one thread, and its interpreter has been told by `PyOS_BeforeFork`.
    outcome(unsafe { c_fork() })
}

/// How a process ended.
pub(crate) struct End {
    pub(crate) exit: i64,
    pub(crate) cpu_microseconds: u64,
    pub(crate) peak_kibibytes: u64,
}

/// Waits for a child, or for any with -1.
pub(crate) fn wait(process: c_int) -> Outcome<End> {
    let mut status = 0;
    let mut usage = Usage { user: [0; 2], system: [0; 2], peak_kibibytes: 0, rest: [0; 29] };
    // SAFETY: two live places, the second large enough for either C library.
    outcome(unsafe { wait4(process, &raw mut status, 0, &raw mut usage) })?;
    let signal = status & 0x7f;
    let microseconds = |time: [i64; 2]| time[0].cast_unsigned() * 1_000_000 + time[1].cast_unsigned();
    Ok(End {
        exit: if signal == 0 { i64::from((status >> 8) & 0xff) } else { -i64::from(signal) },
        cpu_microseconds: microseconds(usage.user) + microseconds(usage.system),
        peak_kibibytes: usage.peak_kibibytes.cast_unsigned(),
    })
}

pub(crate) fn kill(process: c_int) -> Outcome {
    // SAFETY: touches no memory.
    outcome(unsafe { c_kill(process, SIGKILL) }).map(drop)
}

/// A descriptor that is ready to read once the process has ended.
pub(crate) fn watch(process: c_int) -> Outcome<c_int> {
    // SAFETY: touches no memory.
    let descriptor = unsafe { syscall(SYS_PIDFD_OPEN, c_long::from(process), 0 as c_long) };
    outcome(descriptor)
}

/// Which of two descriptors can be read, after at most so many milliseconds (-1: for ever). -1 is no descriptor.
pub(crate) fn ready(first: c_int, second: c_int, milliseconds: c_int) -> Outcome<(bool, bool)> {
    let mut both =
        [first, second].map(|descriptor| PollDescriptor { descriptor, events: POLLIN, happened: 0 });
    // SAFETY: a live array of that length.
    outcome(unsafe { poll(both.as_mut_ptr(), 2, milliseconds) })?;
    Ok((both[0].happened != 0, both[1].happened != 0))
}

fn clock(clock: c_int) -> Outcome<u64> {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: a live place for the answer.
    outcome(unsafe { clock_gettime(clock, &raw mut time) })?;
    Ok(time.seconds.cast_unsigned() * 1_000_000_000 + time.nanoseconds.cast_unsigned())
}

/// Nanoseconds of a clock that never jumps.
pub(crate) fn now() -> u64 {
    clock(CLOCK_MONOTONIC).unwrap_or(0)
}

/// Nanoseconds of CPU time that a process has had, exactly; nothing once it has ended.
pub(crate) fn cpu_time(process: c_int) -> Option<u64> {
    // A process's CPU clock by its id: linux/posix-timers.h, CPUCLOCK_SCHED.
    clock((!process << 3) | 2).ok()
}

/// A record as received, and the descriptors that came with it.
pub(crate) struct Received {
    pub(crate) bytes: [u8; BYTES],
    pub(crate) descriptors: [c_int; Self::MOST],
    pub(crate) count: usize,
}

impl Received {
    /// Descriptors that one order may bring.
    pub(crate) const MOST: usize = 4;
}

/// Waits for a whole record. Nothing at the end of the stream.
pub(crate) fn receive(socket: c_int) -> Option<Received> {
    let mut received = Received { bytes: [0; BYTES], descriptors: [-1; Received::MOST], count: 0 };
    let mut filled = 0;
    while let Some(rest) = received.bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        let mut piece = Piece { start: rest.as_mut_ptr().cast(), length: rest.len() };
        let mut rights = Rights { length: 0, level: 0, kind: 0, descriptors: [-1; Received::MOST] };
        let mut message = Message {
            name: ptr::null_mut(),
            name_length: 0,
            pieces: &raw mut piece,
            piece_count: 1,
            control: (&raw mut rights).cast(),
            control_length: size_of::<Rights>(),
            flags: 0,
        };
        // SAFETY: every pointer of the message leads to a live local of the stated length.
        match outcome(unsafe { recvmsg(socket, &raw mut message, MSG_CMSG_CLOEXEC) }) {
            Err(EINTR) => continue,
            Err(_) | Ok(0) => return None,
            Ok(count) => filled += count.cast_unsigned() as usize,
        }
        if rights.level == SOL_SOCKET && rights.kind == SCM_RIGHTS {
            received.descriptors = rights.descriptors;
            received.count = received.descriptors.iter().take_while(|descriptor| **descriptor >= 0).count();
        }
    }
    Some(received)
}

/// Sends a record; a peer that is gone is noticed by the next `receive`.
pub(crate) fn send(socket: c_int, bytes: &[u8; BYTES]) {
    // SAFETY: a live array of that length.
    unsafe { c_send(socket, bytes.as_ptr().cast(), bytes.len(), MSG_NOSIGNAL) };
}

pub(crate) fn open(path: &CStr) -> Outcome<c_int> {
    // SAFETY: a nul-terminated path.
    outcome(unsafe { c_open(path.as_ptr(), O_RDONLY | O_CLOEXEC) })
}

/// Opens `/dev/null` for both directions.
pub(crate) fn open_null() -> Outcome<c_int> {
    // SAFETY: a nul-terminated path.
    outcome(unsafe { c_open(c"/dev/null".as_ptr(), O_RDWR | O_CLOEXEC) })
}

/// Writes a short text to a file of the kernel's, in a folder that is open.
pub(crate) fn write_in(folder: c_int, path: &CStr, text: &[u8]) -> Outcome {
    // SAFETY: a nul-terminated path; the text is live and of that length; the descriptor is closed here.
    unsafe {
        let file = outcome(c_openat(folder, path.as_ptr(), O_WRONLY | O_CLOEXEC))?;
        let written = outcome(c_write(file, text.as_ptr().cast(), text.len()));
        c_close(file);
        written.map(drop)
    }
}

pub(crate) fn close(descriptor: c_int) {
    // SAFETY: touches no memory; nothing here keeps a descriptor that it has closed.
    unsafe { c_close(descriptor) };
}

/// A copy of a descriptor, at `least` or above.
pub(crate) fn lift(descriptor: c_int, least: c_int) -> Outcome<c_int> {
    // SAFETY: touches no memory.
    outcome(unsafe { fcntl(descriptor, F_DUPFD_CLOEXEC, least) })
}

/// Puts a copy of a descriptor at a place, open across execution.
pub(crate) fn place(descriptor: c_int, place: c_int) -> Outcome {
    // SAFETY: touches no memory.
    outcome(unsafe { c_dup2(descriptor, place) }).map(drop)
}

/// Closes every descriptor from `first` on.
pub(crate) fn close_from(first: c_int) -> Outcome {
    // SAFETY: touches no memory.
    let result =
        unsafe { syscall(SYS_CLOSE_RANGE, c_long::from(first), c_long::from(c_uint::MAX), 0 as c_long) };
    outcome(result).map(drop)
}

pub(crate) fn unshare(flags: c_int) -> Outcome {
    // SAFETY: changes only the namespaces of this single-threaded process.
    outcome(unsafe { c_unshare(flags) }).map(drop)
}

/// Enters the namespace that a descriptor stands for.
pub(crate) fn enter(namespace: c_int, kind: c_int) -> Outcome {
    // SAFETY: changes only the namespaces of this single-threaded process.
    outcome(unsafe { setns(namespace, kind) }).map(drop)
}

/// Mounts a file system of the kernel's under its own name.
pub(crate) fn mount(kind: &CStr, target: &CStr, flags: c_ulong, options: &CStr) -> Outcome {
    // SAFETY: nul-terminated texts.
    let result =
        unsafe { c_mount(kind.as_ptr(), target.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast()) };
    outcome(result).map(drop)
}

pub(crate) fn change_folder(path: &CStr) -> Outcome {
    // SAFETY: a nul-terminated path.
    outcome(unsafe { chdir(path.as_ptr()) }).map(drop)
}

pub(crate) fn new_session() -> Outcome {
    // SAFETY: touches no memory.
    outcome(unsafe { c_setsid() }).map(drop)
}

/// Makes a terminal this session's own, if that is what the descriptor stands for. It must be nobody's yet.
pub(crate) fn own_terminal(descriptor: c_int) -> Outcome {
    // SAFETY: the request takes a number; it touches no memory.
    match outcome(unsafe { ioctl(descriptor, TIOCSCTTY, 0 as c_int) }) {
        Err(ENOTTY) => Ok(()),
        other => other.map(drop),
    }
}

/// A control of this process that takes one number.
pub(crate) fn control(option: c_int, value: c_ulong) -> Outcome {
    // SAFETY: the options used here take numbers only, and unused arguments as zero.
    outcome(unsafe { c_prctl(option, value, 0 as c_ulong, 0 as c_ulong, 0 as c_ulong) }).map(drop)
}

/// Names this process, in at most 15 bytes.
pub(crate) fn name_process(name: &CStr) {
    // SAFETY: a nul-terminated name, which the kernel copies.
    unsafe { c_prctl(PR_SET_NAME, name.as_ptr()) };
}

/// Sets both limits of a resource. A hard limit that is lower already stays: it cannot be raised, only obeyed.
pub(crate) fn limit(kind: c_int, wanted: u64) -> Outcome {
    let mut known = [0; 2];
    // SAFETY: a live place for the answer, then a live value.
    unsafe {
        outcome(getrlimit(kind, &raw mut known))?;
        let value = wanted.min(known[1]);
        outcome(setrlimit(kind, &raw const *&[value, value])).map(drop)
    }
}

/// Sets a filter of system calls for this process and all that it forks. It cannot be taken back.
pub(crate) fn filter_calls(steps: &[Step]) -> Outcome {
    #[repr(C)]
    struct Program {
        length: u16,
        steps: *const Step,
    }
    let program = Program { length: u16::try_from(steps.len()).unwrap_or(u16::MAX), steps: steps.as_ptr() };
    // SAFETY: the program names live steps and their number; the kernel copies and checks them.
    outcome(unsafe {
        c_prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &raw const program, 0 as c_ulong, 0 as c_ulong)
    })
    .map(drop)
}

/// Empties the effective, permitted and inheritable sets.
pub(crate) fn drop_capabilities() -> Outcome {
    let header: [c_uint; 2] = [LINUX_CAPABILITY_VERSION_3, 0];
    let sets: [c_uint; 6] = [0; 6];
    // SAFETY: two live arrays of the size that this version of the call has.
    outcome(unsafe { syscall(SYS_CAPSET, header.as_ptr(), sets.as_ptr()) }).map(drop)
}
