//! Starting a zygote inside a slot's namespaces. The only unsafe code of assay.
//!
//! Two stages, because a slot's namespaces must be owned by its own user namespace while its root is built from
//! folders that only the caller may be able to reach:
//!
//! 1. *stage one*, a fork of this process in a new mount namespace (and, for an ordinary user, a new user namespace):
//!    binds the environment's folder, device nodes and `/proc`, makes it the root, read-only;
//! 2. *stage two*, a sibling of stage one (`CLONE_PARENT`), first process of the slot's PID namespace, in a user
//!    namespace of an unprivileged user with its own mount, network, IPC and UTS namespaces: executes Python.
//!
//! Between fork and execution only system calls on memory prepared beforehand are made: the calling process has
//! threads, so the child may not allocate.
#![expect(unsafe_code, reason = "raw clone, and system calls between fork and exec")]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_ulong};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::ptr;

use nix::fcntl::OFlag;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::users::own_user;
use crate::engine::{EnvironmentRoot, SandboxError};

const DEVICES: [&CStr; 5] = [c"dev/null", c"dev/zero", c"dev/full", c"dev/random", c"dev/urandom"];
const DEVICE_SOURCES: [&CStr; 5] =
    [c"/dev/null", c"/dev/zero", c"/dev/full", c"/dev/random", c"/dev/urandom"];

/// A zygote just started: its process and the supervisor's end of its control socket.
pub(super) struct Launched {
    pub(super) process: Pid,
    pub(super) control: UnixStream,
}

/// Everything the child needs, allocated before the fork.
struct Plan {
    root: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
    /// Also the number of the group.
    user: u32,
    user_map: CString,
    group_map: CString,
    privileged: bool,
    processor: CpuSet,
    control: RawFd,
    report: RawFd,
    null: RawFd,
}

/// What the child writes to the report pipe: a step (or 0 for "here is the zygote's process id") and a number.
const REPORT_BYTES: usize = 8;

/// Starts a zygote of a role (a module of `assay_trial`) on an environment and on the processors of `processor`.
pub(super) fn launch(
    environment: &EnvironmentRoot,
    role: &'static str,
    processor: CpuSet,
) -> Result<Launched, SandboxError> {
    let setup = |step: &str| {
        let step = format!("{step} for the {role}");
        move |source: io::Error| SandboxError::Setup { step: step.clone(), source }
    };
    let (control, child_control) = UnixStream::pair().map_err(setup("a control socket"))?;
    let (report, child_report) =
        nix::unistd::pipe2(OFlag::O_CLOEXEC).map_err(|e| setup("a report pipe")(e.into()))?;
    let null = File::options().read(true).write(true).open("/dev/null").map_err(setup("/dev/null"))?;
    let plan = plan(environment, role, processor, &child_control, &child_report, &null)
        .map_err(|e| setup("the interpreter's arguments")(e.into()))?;
    // SAFETY: a plain fork (no shared memory, no new stack). The child calls `stage_one`, which never returns and
    // makes only system calls on memory that `plan` holds, as a fork of a process with threads must.
    let first = unsafe { libc::syscall(libc::SYS_clone, c_long::from(libc::SIGCHLD), 0, 0, 0, 0) };
    if first == 0 {
        stage_one(&plan);
    }
    if first < 0 {
        return Err(setup("a first process")(io::Error::last_os_error()));
    }
    drop((child_control, child_report));
    let outcome = read_report(report);
    let _ = waitpid(Pid::from_raw(i32::try_from(first).unwrap_or(-1)), None);
    match outcome.map_err(setup("the report of its start"))? {
        Started::Running(process) => Ok(Launched { process, control }),
        Started::Failed { step, error, process } => {
            if let Some(process) = process {
                let _ = waitpid(process, None);
            }
            Err(setup(step)(error))
        }
    }
}

enum Started {
    Running(Pid),
    Failed { step: &'static str, error: io::Error, process: Option<Pid> },
}

fn read_report(report: OwnedFd) -> io::Result<Started> {
    let mut bytes = Vec::new();
    File::from(report).read_to_end(&mut bytes)?;
    let mut process = None;
    let mut failed = None;
    for record in bytes.chunks_exact(REPORT_BYTES) {
        let step = i32::from_ne_bytes([record[0], record[1], record[2], record[3]]);
        let number = i32::from_ne_bytes([record[4], record[5], record[6], record[7]]);
        match usize::try_from(step).ok().and_then(|step| STEPS.get(step)) {
            Some(&STARTED) => process = Some(Pid::from_raw(number)),
            Some(step) => failed = Some((*step, io::Error::from_raw_os_error(number))),
            None => {}
        }
    }
    match (failed, process) {
        (Some((step, error)), process) => Ok(Started::Failed { step, error, process }),
        (None, Some(process)) => Ok(Started::Running(process)),
        (None, None) => Err(io::Error::other("the first process ended without a word")),
    }
}

fn plan(
    environment: &EnvironmentRoot,
    role: &str,
    processor: CpuSet,
    control: &UnixStream,
    report: &OwnedFd,
    null: &File,
) -> Result<Plan, std::ffi::NulError> {
    // The child changes its folder.
    let root = std::path::absolute(&environment.path).unwrap_or_else(|_| environment.path.clone());
    let privileged = nix::unistd::geteuid().is_root();
    let user = if privileged { own_user() } else { nix::unistd::geteuid().as_raw() };
    let group = if privileged { user } else { nix::unistd::getegid().as_raw() };
    let texts = |list: &[&str]| list.iter().map(|text| CString::new(*text)).collect::<Result<Vec<_>, _>>();
    Ok(Plan {
        root: CString::new(root.as_os_str().as_bytes())?,
        arguments: texts(&[
            &environment.interpreter,
            "-s",
            "-P",
            "/opt/assay/zygote.py",
            role,
            &environment.warm.join(","),
            &environment.surroundings.random_seed.to_string(),
        ])?,
        environment: texts(&[
            "HOME=/tmp",
            "LANG=C.UTF-8",
            "LD_LIBRARY_PATH=/opt/python/lib",
            // Libraries of numbers start a thread per processor; a slot has one, and a fork takes no threads along.
            "MKL_NUM_THREADS=1",
            "OMP_NUM_THREADS=1",
            "OPENBLAS_NUM_THREADS=1",
            "PATH=/usr/bin:/bin",
            "PYTHONDONTWRITEBYTECODE=1",
            &format!("PYTHONHASHSEED={}", environment.surroundings.hash_seed),
            &format!("TZ={}", environment.surroundings.time_zone),
        ])?,
        user,
        user_map: CString::new(format!("0 {user} 1"))?,
        group_map: CString::new(format!("0 {group} 1"))?,
        privileged,
        processor,
        control: control.as_raw_fd(),
        report: report.as_raw_fd(),
        null: null.as_raw_fd(),
    })
}

const STARTED: &str = "the zygote's process id";
/// What a step number in a report means; the child knows only the number.
const STEPS: &[&str] = &[
    STARTED,
    "new user namespace (are unprivileged user namespaces allowed here? see assay doctor)",
    "new mount namespace",
    "private mounts",
    "bind the environment's root",
    "bind a device node",
    "bind /proc",
    "make it the root",
    "make the root read-only",
    "become an unprivileged user",
    "new namespaces of the slot",
    "map the unprivileged user",
    "fork the zygote",
    "its own /proc",
    "its descriptors",
    "start Python",
];

#[derive(Clone, Copy)]
#[repr(i32)]
enum Step {
    Started = 0,
    UserNamespace,
    MountNamespace,
    PrivateMounts,
    BindRoot,
    BindDevice,
    BindProc,
    Pivot,
    ReadOnly,
    Unprivileged,
    SlotNamespaces,
    MapUser,
    Fork,
    OwnProc,
    Descriptors,
    Execute,
}

impl Plan {
    /// Writes a record to the report pipe.
    fn report(&self, step: Step, number: i32) {
        let mut record = [0u8; REPORT_BYTES];
        record[..4].copy_from_slice(&(step as i32).to_ne_bytes());
        record[4..].copy_from_slice(&number.to_ne_bytes());
        // SAFETY: writes from a live array of that length to a descriptor that this process holds.
        unsafe { libc::write(self.report, record.as_ptr().cast(), REPORT_BYTES) };
    }

    /// Ends the child, with the system's error for this step, unless the call succeeded.
    fn require(&self, step: Step, result: c_long) -> c_long {
        if result < 0 {
            self.report(step, io::Error::last_os_error().raw_os_error().unwrap_or(0));
            exit_now();
        }
        result
    }

    fn mount(&self, step: Step, source: &CStr, target: &CStr, kind: Option<&CStr>, flags: c_ulong) {
        let kind = kind.map_or(ptr::null(), CStr::as_ptr);
        // SAFETY: all strings are nul-terminated and outlive the call; no data is passed.
        let result = unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, ptr::null()) };
        self.require(step, c_long::from(result));
    }

    fn enter_root(&self) {
        // SAFETY: a nul-terminated path.
        let moved = unsafe { libc::chdir(self.root.as_ptr()) };
        self.require(Step::BindRoot, c_long::from(moved));
    }

    /// Covers the root with a view of itself whose files are this zygote's own: locks, leases and watches on the
    /// shared ones would carry messages from one slot to another. False where the kernel does not allow it; a probe
    /// (`private_files`) then says so.
    fn overlay(&self) -> bool {
        let flags = libc::MS_RDONLY | libc::MS_NOSUID | libc::MS_NODEV;
        // A view needs two layers; the second is empty.
        self.mount(Step::BindRoot, c"tmpfs", c"tmp", Some(c"tmpfs"), flags);
        let layers = c"lowerdir=.:tmp".as_ptr().cast();
        // SAFETY: nul-terminated texts that outlive the call.
        unsafe { libc::mount(c"overlay".as_ptr(), c".".as_ptr(), c"overlay".as_ptr(), flags, layers) == 0 }
    }

    fn unshare(&self, step: Step, flags: c_int) {
        // SAFETY: changes only the namespaces of this single-threaded child.
        let result = unsafe { libc::unshare(flags) };
        self.require(step, c_long::from(result));
    }

    /// Writes one of `/proc/self`'s mapping files.
    fn write(&self, step: Step, path: &CStr, text: &CStr) {
        // SAFETY: a nul-terminated path; the descriptor is used and closed here; the text is live and of that length.
        unsafe {
            let file = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
            self.require(step, c_long::from(file));
            let length = text.to_bytes().len();
            let written = libc::write(file, text.as_ptr().cast(), length);
            self.require(step, i64::try_from(written).unwrap_or(-1));
            libc::close(file);
        }
    }

    fn map_user(&self) {
        self.write(Step::MapUser, c"/proc/self/setgroups", c"deny");
        self.write(Step::MapUser, c"/proc/self/uid_map", &self.user_map);
        self.write(Step::MapUser, c"/proc/self/gid_map", &self.group_map);
    }
}

fn exit_now() -> ! {
    // SAFETY: ends this child at once, without running anything of the parent's.
    unsafe { libc::_exit(1) }
}

/// Builds the root and forks stage two. Runs in a fork: system calls only.
fn stage_one(plan: &Plan) -> ! {
    // Worker and judge take turns: on one processor they find each other's data in its caches, and a slot that is
    // busy takes nothing from the others. Where it is refused the slot is slower, not wrong.
    let _ = sched_setaffinity(Pid::from_raw(0), &plan.processor);
    if !plan.privileged {
        plan.unshare(Step::UserNamespace, libc::CLONE_NEWUSER);
        plan.map_user();
    }
    plan.unshare(Step::MountNamespace, libc::CLONE_NEWNS);
    build_root(plan);
    if plan.privileged {
        become_unprivileged(plan);
        plan.unshare(Step::SlotNamespaces, libc::CLONE_NEWUSER);
        plan.map_user();
    }
    plan.unshare(
        Step::SlotNamespaces,
        libc::CLONE_NEWNS
            | libc::CLONE_NEWNET
            | libc::CLONE_NEWIPC
            | libc::CLONE_NEWUTS
            | libc::CLONE_NEWCGROUP,
    );
    // SAFETY: as in `launch`; the sibling calls `stage_two`, which never returns.
    let zygote = unsafe {
        let flags = libc::CLONE_PARENT | libc::CLONE_NEWPID | libc::SIGCHLD;
        libc::syscall(libc::SYS_clone, c_long::from(flags), 0, 0, 0, 0)
    };
    if zygote == 0 {
        stage_two(plan);
    }
    plan.require(Step::Fork, zygote);
    plan.report(Step::Started, i32::try_from(zygote).unwrap_or(0));
    exit_now();
}

fn build_root(plan: &Plan) {
    let flags = libc::MS_REC | libc::MS_PRIVATE;
    plan.mount(Step::PrivateMounts, c"none", c"/", None, flags);
    plan.enter_root();
    if !plan.overlay() {
        plan.mount(Step::BindRoot, &plan.root, &plan.root, None, libc::MS_BIND);
    }
    plan.enter_root();
    for (source, target) in DEVICE_SOURCES.iter().zip(DEVICES) {
        plan.mount(Step::BindDevice, source, target, None, libc::MS_BIND);
        // It is the host's own: what is written to it goes through all the same, but its times stay as they are.
        let read_only =
            libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | libc::MS_NOSUID | libc::MS_NOEXEC;
        plan.mount(Step::BindDevice, c"none", target, None, read_only);
    }
    // A /proc must be in sight before the old root goes, or no inner namespace may mount its own. It is the host's,
    // bound, because an ordinary user has no right to mount one for the host's processes; stage two covers it.
    plan.mount(Step::BindProc, c"/proc", c"proc", None, libc::MS_BIND | libc::MS_REC);
    // SAFETY: nul-terminated paths; the old root is detached from under the new one.
    unsafe {
        let pivoted = libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr());
        plan.require(Step::Pivot, pivoted);
        plan.require(Step::Pivot, c_long::from(libc::umount2(c".".as_ptr(), libc::MNT_DETACH)));
        plan.require(Step::Pivot, c_long::from(libc::chdir(c"/".as_ptr())));
    }
    let read_only = libc::MS_REMOUNT | libc::MS_BIND | libc::MS_RDONLY | libc::MS_NOSUID | libc::MS_NODEV;
    plan.mount(Step::ReadOnly, c"none", c"/", None, read_only);
}

/// Gives up root for good. Raw calls: the C library's wrappers would signal threads that do not exist here.
fn become_unprivileged(plan: &Plan) {
    let id = c_long::from(plan.user);
    // SAFETY: plain system calls on this child's own credentials.
    unsafe {
        plan.require(Step::Unprivileged, libc::syscall(libc::SYS_setgroups, 0, ptr::null::<u32>()));
        plan.require(Step::Unprivileged, libc::syscall(libc::SYS_setresgid, id, id, id));
        plan.require(Step::Unprivileged, libc::syscall(libc::SYS_setresuid, id, id, id));
        // Changing the user hid /proc/self from its own process; the maps are written there.
        plan.require(Step::Unprivileged, c_long::from(libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0)));
    }
}

/// First process of the slot's PID namespace: executes Python. Runs in a fork: system calls only.
fn stage_two(plan: &Plan) -> ! {
    let guarded = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    plan.mount(Step::OwnProc, c"proc", c"/proc", Some(c"proc"), guarded);
    let mut arguments: [*const c_char; 8] = [ptr::null(); 8];
    let mut environment: [*const c_char; 16] = [ptr::null(); 16];
    for (place, text) in arguments[..7].iter_mut().zip(&plan.arguments) {
        *place = text.as_ptr();
    }
    for (place, text) in environment[..15].iter_mut().zip(&plan.environment) {
        *place = text.as_ptr();
    }
    // SAFETY: descriptors that this process inherited; signal sets on this stack; argument arrays that end in null
    // and point to strings of `plan`, which lives until the new program replaces this memory.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
        libc::setsid();
        libc::sethostname(c"assay".as_ptr(), 5);
        // Away from the places that are about to be filled; the copies close themselves at execution.
        let control = libc::fcntl(plan.control, libc::F_DUPFD_CLOEXEC, 10);
        let null = libc::fcntl(plan.null, libc::F_DUPFD_CLOEXEC, 10);
        plan.require(Step::Descriptors, c_long::from(control.min(null)));
        for (source, place) in [(null, 0), (null, 1), (null, 2), (control, 3)] {
            plan.require(Step::Descriptors, c_long::from(libc::dup2(source, place)));
        }
        let last = c_long::from(u32::MAX);
        let cloexec = c_long::from(libc::CLOSE_RANGE_CLOEXEC);
        plan.require(Step::Descriptors, libc::syscall(libc::SYS_close_range, 4 as c_long, last, cloexec));
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
        // Addresses order what is hashed by address (`None`, say): the same ones in every slot and run.
        libc::personality(libc::ADDR_NO_RANDOMIZE as c_ulong);
        libc::execve(arguments[0], arguments.as_ptr(), environment.as_ptr());
        plan.require(Step::Execute, -1);
    }
    exit_now();
}
