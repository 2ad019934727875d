//! What a trial's own process does to itself before the first line of the sample runs.
//!
//! The zygote already sits in the slot's user, mount, network, PID, IPC and UTS namespaces on a read-only root. Each
//! trial adds its own PID, mount, IPC, UTS and user namespaces, a fresh `/proc` and `/tmp`, resource limits, and gives
//! up every privilege. The network namespace is the slot's: it has no interface that is up and nothing that a trial may
//! configure. Its counters are all that stays (docs/security.md); one per trial would cost a fifth of the rate.

use core::ffi::{CStr, c_int, c_ulong};

use super::filter;
use super::record::{ProcessLimits, Report, Step};
use super::system::{self, Outcome};

/// A step that failed, and the kernel's answer.
pub(crate) struct Failure {
    pub(crate) step: Step,
    pub(crate) errno: c_int,
}

/// `NOROOT`, `NO_SETUID_FIXUP` and `NO_CAP_AMBIENT_RAISE`, each with its lock; `KEEP_CAPS` locked off.
const SECURE_BITS: c_ulong = 0b1110_1111;
/// Address space beyond the memory limit: programs, libraries, stacks of threads. The limit on private memory counts
/// no shared mapping, so without this one a shared mapping of no file could take all that the machine has.
const ADDRESS_SPACE: u64 = 1 << 30;
/// Signals and timers that may wait for a trial's processes, all together. The kernel counts them per user of the host,
/// too: without an own bound one trial could take those of all others.
const PENDING_SIGNALS: u64 = 512;
/// The kernel's CPU limit ÷ the one that the zygote enforces by the exact clock.
const BACKSTOP: u64 = 2;

/// Where a child finds its descriptors: no input, output, errors, its channel and what it is to run.
const INPUT: c_int = 0;
pub(crate) const CHANNEL: c_int = 3;
pub(crate) const PROGRAM: c_int = 4;
/// The control socket, until the sample's code begins.
const CONTROL: c_int = 5;
/// This process's folder in the zygote's `/proc`, until then: in its own one nothing can be written.
const OWN: c_int = 6;

pub(crate) fn step<Value>(step: Step, outcome: Outcome<Value>) -> Result<Value, Failure> {
    outcome.map_err(|errno| Failure { step, errno })
}

/// What a fork for a trial needs from before.
pub(crate) struct Origin {
    pub(crate) control: c_int,
    pub(crate) null: c_int,
    pub(crate) own_processes: c_int,
}

/// Makes the next fork the first process of a new PID namespace, however often it is called.
pub(crate) fn separate_processes(origin: &Origin) -> Result<(), Failure> {
    step(Step::ProcessNamespace, system::enter(origin.own_processes, system::CLONE_NEWPID))?;
    step(Step::ProcessNamespace, system::unshare(system::CLONE_NEWPID))
}

/// Puts this child in its place, tells the supervisor, and leaves it with nothing but the sample's descriptors.
///
/// A trial has no input. A shell has one: where that is a terminal it becomes this child's own, which nobody outside its
/// session has.
pub(crate) fn confine(
    origin: &Origin,
    limits: &ProcessLimits,
    [channel, output, program, input]: [c_int; 4],
    ordered: u64,
) -> Result<(), Failure> {
    let forked = system::now();
    // Owned by the slot's user namespace, so that the trial has no right over them.
    step(
        Step::Namespaces,
        system::unshare(system::CLONE_NEWNS | system::CLONE_NEWIPC | system::CLONE_NEWUTS),
    )?;
    let separated = system::now();
    let own = step(Step::Descriptors, system::open(c"/proc/self"))?;
    mount_private(limits)?;
    let mounted = system::now();
    let place_of_input = if input < 0 { origin.null } else { input };
    place_descriptors([place_of_input, output, output, channel, program, origin.control, own])?;
    step(Step::Session, system::new_session())?;
    if input >= 0 {
        step(Step::Terminal, system::own_terminal(INPUT))?;
    }
    enter_user_namespace()?;
    limit_resources(limits)?;
    drop_privileges()?;
    // After the last change of user, which would clear it.
    step(Step::ParentDeathSignal, system::control(system::PR_SET_PDEATHSIG, system::SIGKILL as c_ulong))?;
    let started = Report::Started {
        fork: forked - ordered,
        namespaces: separated - forked,
        mounts: mounted - separated,
        privileges: system::now() - mounted,
    };
    system::send(CONTROL, &started.to_bytes());
    system::close(CONTROL);
    system::close(OWN);
    Ok(())
}

/// A fresh `/proc` of the trial's own processes (and of nothing else: load, memory and counters of the whole machine
/// would tell one sample of another), in which nothing can be written (a sample that lowers its out-of-memory score has
/// its zygote killed in its place), and an empty, size-limited `/tmp`.
fn mount_private(limits: &ProcessLimits) -> Result<(), Failure> {
    let guarded = system::MS_NOSUID | system::MS_NODEV;
    let unwritable = guarded | system::MS_NOEXEC | system::MS_RDONLY;
    step(Step::MountProc, system::mount(c"proc", c"/proc", unwritable, c"subset=pid"))?;
    let mut options = Text::new();
    options.add(b"size=").add_number(limits.disk_bytes);
    options.add(b",nr_inodes=").add_number(limits.inodes).add(b",mode=1777");
    step(Step::MountTmp, system::mount(c"tmpfs", c"/tmp", guarded, options.finish()))?;
    step(Step::MountTmp, system::change_folder(c"/tmp"))
}

/// Moves descriptors to 0, 1, 2 … and closes every other one.
fn place_descriptors(wanted: [c_int; 7]) -> Result<(), Failure> {
    let count = 7;
    let mut lifted = wanted;
    for descriptor in &mut lifted {
        if *descriptor < count {
            *descriptor = step(Step::Descriptors, system::lift(*descriptor, count))?;
        }
    }
    for (place, descriptor) in (0..).zip(lifted) {
        step(Step::Descriptors, system::place(descriptor, place))?;
    }
    step(Step::Descriptors, system::close_from(count))
}

/// An own user namespace with one user. The last filter of system calls forbids further ones inside it.
fn enter_user_namespace() -> Result<(), Failure> {
    step(Step::OutOfMemoryScore, system::write_in(OWN, c"oom_score_adj", b"1000"))?;
    step(Step::UserNamespace, system::unshare(system::CLONE_NEWUSER))?;
    step(Step::UserMap, system::write_in(OWN, c"setgroups", b"deny"))?;
    step(Step::UserMap, system::write_in(OWN, c"uid_map", b"1000 0 1"))?;
    step(Step::UserMap, system::write_in(OWN, c"gid_map", b"1000 0 1"))
}

fn limit_resources(limits: &ProcessLimits) -> Result<(), Failure> {
    for (kind, wanted) in [
        (system::RLIMIT_CPU, limits.cpu_seconds.saturating_mul(BACKSTOP)),
        (system::RLIMIT_DATA, limits.memory_bytes),
        (system::RLIMIT_AS, limits.memory_bytes.saturating_add(ADDRESS_SPACE)),
        (system::RLIMIT_NPROC, limits.processes),
        (system::RLIMIT_NOFILE, limits.descriptors),
        (system::RLIMIT_FSIZE, limits.disk_bytes),
        (system::RLIMIT_CORE, 0),
        (system::RLIMIT_SIGPENDING, PENDING_SIGNALS),
        (system::RLIMIT_MSGQUEUE, 0),
        (system::RLIMIT_MEMLOCK, 0),
    ] {
        step(Step::ResourceLimit, system::limit(kind, wanted))?;
    }
    Ok(())
}

/// Empties every capability set that counts, and forbids gaining any again.
///
/// The bounding set stays as it is: it only bounds what executing a file could add, and with `no_new_privs` and the
/// secure bits locked executing a file adds nothing. Emptying it takes 41 more calls in every trial.
pub(crate) fn drop_privileges() -> Result<(), Failure> {
    step(Step::Capabilities, system::control(system::PR_SET_SECUREBITS, SECURE_BITS))?;
    step(Step::Capabilities, system::control(system::PR_CAP_AMBIENT, system::PR_CAP_AMBIENT_CLEAR_ALL))?;
    step(Step::Capabilities, system::drop_capabilities())?;
    step(Step::NoNewPrivileges, system::control(system::PR_SET_NO_NEW_PRIVS, 1))?;
    step(Step::SystemCalls, filter::restrict_at_last())
}

/// A short text put together without allocation; what does not fit is a mistake of ours and ends the child.
struct Text {
    bytes: [u8; 96],
    length: usize,
}

impl Text {
    fn new() -> Self {
        Self { bytes: [0; 96], length: 0 }
    }

    fn add(&mut self, text: &[u8]) -> &mut Self {
        for byte in text {
            // One place stays free for the nul.
            let Some(place) = self.bytes[..95].get_mut(self.length) else { system::exit(system::BROKEN) };
            *place = *byte;
            self.length += 1;
        }
        self
    }

    fn add_number(&mut self, mut number: u64) -> &mut Self {
        let mut digits = [b'0'; 20];
        let mut first = digits.len();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (number % 10) as u8;
            number /= 10;
            first -= 1;
            if number == 0 {
                break;
            }
        }
        self.add(digits.get(first..).unwrap_or_default())
    }

    fn finish(&self) -> &CStr {
        CStr::from_bytes_until_nul(&self.bytes).unwrap_or_default()
    }
}
