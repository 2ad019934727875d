//! What crosses between the supervisor and a zygote: records of one size, in the machine's own byte order.
//!
//! Compiled into both sides.

/// Numbers in a record.
const WORDS: usize = 8;
/// Bytes in a record.
pub(crate) const BYTES: usize = WORDS * 8;

/// What the kernel is to hold a trial to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ProcessLimits {
    /// CPU time of one process, in seconds.
    pub(crate) cpu_seconds: u64,
    /// Private memory of one process, in bytes.
    pub(crate) memory_bytes: u64,
    /// Processes and threads together.
    pub(crate) processes: u64,
    /// Open descriptors of one process.
    pub(crate) descriptors: u64,
    /// Size of `/tmp` and of any one file, in bytes.
    pub(crate) disk_bytes: u64,
    /// Files and folders in `/tmp`.
    pub(crate) inodes: u64,
}

/// From the supervisor to a zygote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Fork a child with the descriptors that come along.
    Fork(ProcessLimits),
    /// End the child that you have.
    Kill,
}

/// From a zygote, or from a child that is not the sample's yet, to the supervisor. Times in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// The interpreter is warm.
    Ready,
    /// The child is isolated; what it runs from here on is the sample's.
    Started {
        /// From the order to the child's first instruction.
        fork: u64,
        /// New namespaces.
        namespaces: u64,
        /// Fresh `/proc` and `/tmp`.
        mounts: u64,
        /// Descriptors, limits, privileges.
        privileges: u64,
    },
    /// A control could not be put in force, and the child has ended.
    Failed {
        /// Which step: a place in [`STEPS`].
        step: u64,
        /// The kernel's answer.
        errno: u64,
    },
    /// The child has ended and nothing of it is left.
    Ended {
        /// Exit code, or the negative number of the signal that ended it.
        exit: i64,
        /// Whether the zygote killed it.
        killed: bool,
        /// Whether it was killed for its CPU time.
        cpu_limit_reached: bool,
        /// CPU time in user and kernel mode, in microseconds.
        cpu_microseconds: u64,
        /// Peak resident memory.
        peak_kibibytes: u64,
        /// From the order to kill to the end.
        reap: u64,
    },
}

/// A step of putting a child in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum Step {
    /// Loading the modules of the environment; the number that comes along is the module's place among them.
    Warm,
    ProcessNamespace,
    Fork,
    Namespaces,
    MountProc,
    MountTmp,
    Descriptors,
    Session,
    OutOfMemoryScore,
    UserNamespace,
    UserMap,
    ResourceLimit,
    Capabilities,
    NoNewPrivileges,
    SystemCalls,
    ParentDeathSignal,
    Terminal,
}

/// What each [`Step`] is called where it fails, in its order.
pub(crate) const STEPS: [&str; 17] = [
    "load a module",
    "new PID namespace",
    "fork",
    "new mount, IPC and UTS namespaces",
    "mount /proc",
    "mount /tmp",
    "descriptors",
    "new session",
    "out-of-memory score",
    "new user namespace",
    "map of the user namespace",
    "resource limit",
    "capabilities",
    "no new privileges",
    "filter of system calls",
    "parent-death signal",
    "controlling terminal",
];

type Words = [u64; WORDS];

impl Order {
    /// As sent.
    pub(crate) fn to_bytes(self) -> [u8; BYTES] {
        bytes(match self {
            Self::Fork(limits) => [
                1,
                limits.cpu_seconds,
                limits.memory_bytes,
                limits.processes,
                limits.descriptors,
                limits.disk_bytes,
                limits.inodes,
                0,
            ],
            Self::Kill => [2, 0, 0, 0, 0, 0, 0, 0],
        })
    }

    /// As received; nothing for what no `to_bytes` writes.
    pub(crate) fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let [kind, cpu_seconds, memory_bytes, processes, descriptors, disk_bytes, inodes, _] = words(bytes);
        let limits = ProcessLimits { cpu_seconds, memory_bytes, processes, descriptors, disk_bytes, inodes };
        match kind {
            1 => Some(Self::Fork(limits)),
            2 => Some(Self::Kill),
            _ => None,
        }
    }
}

impl Report {
    /// As sent.
    pub(crate) fn to_bytes(self) -> [u8; BYTES] {
        bytes(match self {
            Self::Ready => [1, 0, 0, 0, 0, 0, 0, 0],
            Self::Started { fork, namespaces, mounts, privileges } => {
                [2, fork, namespaces, mounts, privileges, 0, 0, 0]
            }
            Self::Failed { step, errno } => [3, step, errno, 0, 0, 0, 0, 0],
            Self::Ended { exit, killed, cpu_limit_reached, cpu_microseconds, peak_kibibytes, reap } => [
                4,
                exit.cast_unsigned(),
                u64::from(killed),
                u64::from(cpu_limit_reached),
                cpu_microseconds,
                peak_kibibytes,
                reap,
                0,
            ],
        })
    }

    /// As received; nothing for what no `to_bytes` writes.
    pub(crate) fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let [kind, first, second, third, fourth, fifth, sixth, _] = words(bytes);
        match kind {
            1 => Some(Self::Ready),
            2 => Some(Self::Started { fork: first, namespaces: second, mounts: third, privileges: fourth }),
            3 => Some(Self::Failed { step: first, errno: second }),
            4 => Some(Self::Ended {
                exit: first.cast_signed(),
                killed: second != 0,
                cpu_limit_reached: third != 0,
                cpu_microseconds: fourth,
                peak_kibibytes: fifth,
                reap: sixth,
            }),
            _ => None,
        }
    }
}

fn bytes(words: Words) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_ne_bytes());
    }
    bytes
}

fn words(bytes: &[u8; BYTES]) -> Words {
    let mut words = [0; WORDS];
    for (word, chunk) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_ne_bytes(*chunk);
    }
    words
}
