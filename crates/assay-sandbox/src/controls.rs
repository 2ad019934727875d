//! The isolation controls, each with a probe: a small program that tries to get past it, run as an ordinary trial.
//!
//! A control holds when its probe, in a real slot, comes to the end that the probe's tests expect. Nothing is
//! concluded from a version number or from the presence of a file on the host.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use assay_types::{LimitKind, TrialTime};
use serde::Serialize;

use crate::engine::{Engine, EnvironmentRoot, Judging, SandboxError, Slot, Trial};
use crate::judgement::Judgement;
use crate::limits::{LimitRule, Limits};

/// One control: what it is, what its absence means, and how it is tried.
#[derive(Debug, Clone, Copy)]
pub struct Control {
    /// Short name, as recorded with a run.
    pub name: &'static str,
    /// What it keeps a sample from.
    pub purpose: &'static str,
    /// What makes it hold where it does not.
    pub remedy: &'static str,
    /// The probing module; defines `probe()`.
    module: &'static str,
    /// How to know that the control holds.
    holds: Sign,
}

/// What a probe comes to where its control holds.
#[derive(Debug, Clone, Copy)]
enum Sign {
    /// `probe()` returns an `answer` for which this Python expression is true.
    Answer(&'static str),
    /// Either of the two: where it is the kernel's own limit it is the sample that sees it.
    AnswerOrLimit(&'static str, LimitKind),
    /// The probe reaches this limit.
    Limit(LimitKind),
}

/// A control and whether it holds here.
#[derive(Debug, Clone, Serialize)]
pub struct ControlState {
    /// The control's name.
    pub name: &'static str,
    /// What it keeps a sample from.
    pub purpose: &'static str,
    /// What makes it hold where it does not.
    pub remedy: &'static str,
    /// Whether its probe was stopped.
    pub in_force: bool,
    /// What the probe saw, where the control does not hold.
    pub evidence: Option<String>,
}

const NAMESPACES: &str = "allow user namespaces to this user; inside a container, start it with what lets them be made (Docker: --privileged, or --security-opt seccomp=unconfined)";
const KERNEL: &str = "run Linux 5.14 or later with seccomp filters";
const OVERLAY: &str = "run Linux 5.11 or later with the overlay file system (modprobe overlay)";
const GROUPS: &str = "let this user make control groups: run as root, or alone in a group of its own by `systemd-run --user --scope --property Delegate=yes assay …`";

/// Every control that this version puts in force, in report order. Add one by copying a neighbour.
const CONTROLS: &[Control] = &[
    Control {
        name: "user_namespace",
        purpose: "a sample is no user of the host and owns nothing there",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    return [os.getuid(), open('/proc/self/uid_map').read().split()[2]]\n",
        holds: Sign::Answer("answer == [1000, '1']"),
    },
    Control {
        name: "pid_namespace",
        purpose: "a sample sees and signals no process but its own, and all of them end with it",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    return [os.getpid(), sorted(p for p in os.listdir('/proc') if p.isdigit())]\n",
        holds: Sign::Answer("answer == [1, ['1']]"),
    },
    Control {
        name: "network_namespace",
        purpose: "a sample reaches no network and no service of the host",
        remedy: NAMESPACES,
        module: "import socket\ndef probe():\n    names = [name for _, name in socket.if_nameindex()]\n    try:\n        socket.create_connection(('127.0.0.1', 22), 1)\n    except OSError as error:\n        return [names, error.errno]\n    return [names, 0]\n",
        holds: Sign::Answer("answer[0] == ['lo'] and answer[1] == 101"),
    },
    Control {
        name: "socket_families",
        purpose: "a sample opens no socket that its network namespace does not bound",
        remedy: KERNEL,
        module: "import socket\ndef probe():\n    opened = []\n    for family in range(46):\n        for kind in (1, 2, 3, 5):\n            try:\n                socket.socket(family, kind).close()\n                opened.append(family)\n            except OSError:\n                pass\n    return sorted(set(opened))\n",
        holds: Sign::Answer("set(answer) <= {1, 2, 10, 16}"),
    },
    Control {
        name: "system_calls",
        purpose: "a sample reaches no keyring, io_uring or tracing of the kernel",
        remedy: KERNEL,
        module: "import ctypes, platform\nlibc = ctypes.CDLL(None, use_errno=True)\ndef probe():\n    first, ring = {'x86_64': (248, 425), 'aarch64': (217, 425)}[platform.machine()]\n    errors = []\n    for number in (first, first + 1, first + 2, ring):\n        ctypes.set_errno(0)\n        libc.syscall(number, b'user', b'assay', b'x', 1, -3)\n        errors.append(ctypes.get_errno())\n    return errors\n",
        holds: Sign::Answer("answer == [1, 1, 1, 1]"),
    },
    Control {
        name: "read_only_root",
        purpose: "a sample changes no file that another one sees",
        remedy: NAMESPACES,
        module: "def probe():\n    try:\n        open('/opt/python/planted', 'w')\n    except OSError as error:\n        return error.errno\n",
        holds: Sign::Answer("answer == 30"),
    },
    Control {
        name: "private_files",
        purpose: "a sample leaves no mark on a shared file, such as a lock, that another one could read",
        remedy: OVERLAY,
        module: "import fcntl\nheld = open('/opt/assay/zygote.py')\ndef probe():\n    return fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)\n",
        // The tests run on a view of their own: the same lock must be free there.
        holds: Sign::Answer(
            "answer is None and __import__('fcntl').flock(open('/opt/assay/zygote.py'), 6) is None",
        ),
    },
    Control {
        name: "minimal_proc",
        purpose: "a sample sees no load, memory or counter of the whole machine, which others change",
        remedy: KERNEL,
        module: "import os\ndef probe():\n    names = [n for n in os.listdir('/proc') if not n.isdigit()]\n    try:\n        open('/proc/self/oom_score_adj', 'w')\n    except OSError as error:\n        return [names, error.errno]\n    return [names, 0]\n",
        holds: Sign::Answer("set(answer[0]) <= {'self', 'thread-self', 'mounts', 'net'} and answer[1] == 30"),
    },
    Control {
        name: "minimal_root",
        purpose: "a sample finds no file of the host",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    return [os.path.exists(p) for p in ('/etc/shadow', '/home', '/var', '/sys', '/root', '/run')]\n",
        holds: Sign::Answer("not any(answer)"),
    },
    Control {
        name: "private_tmp",
        purpose: "a sample's files are its own, limited in size, and gone with it",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    before = os.listdir('/tmp')\n    try:\n        with open('/tmp/big', 'wb') as file:\n            for _ in range(256):\n                file.write(bytes(1 << 20))\n    except OSError as error:\n        return [before, error.errno]\n    return [before, 0]\n",
        holds: Sign::Answer("answer[0] == [] and answer[1] in (27, 28)"),
    },
    Control {
        name: "no_capabilities",
        purpose: "a sample has no privilege, not even inside its own namespaces",
        remedy: NAMESPACES,
        module: "def probe():\n    lines = dict(l.split(':\\t') for l in open('/proc/self/status').read().splitlines() if l.startswith('Cap') and not l.startswith('CapBnd'))\n    return sorted(set(lines.values()))\n",
        holds: Sign::Answer("answer == ['0' * 16]"),
    },
    Control {
        name: "no_new_privileges",
        purpose: "a sample gains no privilege by executing a program",
        remedy: NAMESPACES,
        module: "def probe():\n    return [l for l in open('/proc/self/status').read().splitlines() if l.startswith('NoNewPrivs')]\n",
        holds: Sign::Answer("answer == ['NoNewPrivs:\\t1']"),
    },
    Control {
        name: "no_nested_namespaces",
        purpose: "a sample makes no user namespace of its own, in which it would be root",
        remedy: NAMESPACES,
        module: "import ctypes\ndef probe():\n    libc = ctypes.CDLL(None, use_errno=True)\n    return libc.unshare(0x10000000)\n",
        holds: Sign::Answer("answer == -1"),
    },
    Control {
        name: "closed_descriptors",
        purpose: "a sample inherits nothing but its standard streams and its channel",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    return sorted(int(d) for d in os.listdir('/proc/self/fd'))[:5]\n",
        holds: Sign::Answer("answer[:4] == [0, 1, 2, 3] and len(answer) == 5"),
    },
    Control {
        name: "clean_environment",
        purpose: "a sample sees no environment variable of the host",
        remedy: NAMESPACES,
        module: "import os\ndef probe():\n    return sorted(os.environ)\n",
        holds: Sign::Answer(
            "answer == ['HOME', 'LANG', 'LD_LIBRARY_PATH', 'MKL_NUM_THREADS', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED', 'TZ']",
        ),
    },
    Control {
        name: "memory_limit",
        purpose: "a sample cannot take the machine's memory",
        remedy: NAMESPACES,
        module: "def probe():\n    try:\n        return len(bytearray(8 << 30))\n    except MemoryError:\n        return -1\n",
        holds: Sign::Answer("answer == -1"),
    },
    Control {
        name: "total_memory_limit",
        purpose: "a sample cannot take the machine's memory with many processes, or with files in memory",
        remedy: GROUPS,
        module: "import os, resource, select, time\ndef probe():\n    share = resource.getrlimit(resource.RLIMIT_DATA)[0] // 3\n    ready, mine = os.pipe()\n    for n in range(16):\n        if os.fork() == 0:\n            kept = bytearray(share)\n            os.write(mine, b'.')\n            time.sleep(60)\n            os._exit(0)\n    count = 0\n    while count < 16:\n        ended, status = os.waitpid(-1, os.WNOHANG)\n        if ended:\n            return [count, status]\n        if select.select([ready], [], [], 0.01)[0]:\n            count += len(os.read(ready, 16))\n    return [count, 0]\n",
        holds: Sign::Limit(LimitKind::Memory),
    },
    Control {
        name: "process_limit",
        purpose: "a sample cannot fill the machine with processes",
        remedy: NAMESPACES,
        module: "import os, time\ndef probe():\n    for count in range(500):\n        try:\n            if os.fork() == 0:\n                time.sleep(60)\n                os._exit(0)\n        except OSError:\n            return count\n    return 500\n",
        holds: Sign::AnswerOrLimit("0 < answer < 100", LimitKind::Pids),
    },
    Control {
        name: "own_processor",
        purpose: "a sample keeps to its slot's processor, so that it takes no time from the others",
        remedy: KERNEL,
        module: "import os\ndef probe():\n    before = len(os.sched_getaffinity(0))\n    try:\n        os.sched_setaffinity(0, range(1024))\n    except OSError as error:\n        return [before, error.errno]\n    return [before, 0]\n",
        holds: Sign::Answer("answer == [1, 1]"),
    },
    Control {
        name: "processor_share",
        purpose: "a sample with many processes has no larger share of its processor than a neighbour with one",
        remedy: GROUPS,
        module: "def probe():\n    return [l.split(':', 2)[1:] for l in open('/proc/self/cgroup').read().splitlines()]\n",
        holds: Sign::Answer(
            "any('/assay-' in path for names, path in answer if names == '' or 'cpu' in names.split(','))",
        ),
    },
];

/// The names of all controls, in report order.
pub fn control_names() -> impl Iterator<Item = &'static str> {
    CONTROLS.iter().map(|control| control.name)
}

/// The memory of the probe that fills it. The less it is, the sooner that is done; loaded packages take most of the larger.
const SMALL: u64 = 48 << 20;
const LARGE: u64 = 256 << 20;
/// Slots that probes run in at the same time.
const SLOTS: usize = 2;

/// Tries every control in a real slot. An error means that no trial can run here at all.
pub fn probe_controls(
    engine: &dyn Engine,
    environment: &EnvironmentRoot,
) -> Result<Vec<ControlState>, SandboxError> {
    let states: Vec<OnceLock<ControlState>> = CONTROLS.iter().map(|_| OnceLock::new()).collect();
    let left = AtomicUsize::new(CONTROLS.len());
    let probe_what_is_left = || -> Result<(), SandboxError> {
        let mut slot = engine.open(environment)?;
        // From the end, where the longest probes are.
        while let Ok(number) =
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
        {
            let _ = states[number - 1].set(CONTROLS[number - 1].probe(slot.as_mut(), environment)?);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads = [(); SLOTS].map(|()| scope.spawn(probe_what_is_left));
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    Ok(states.into_iter().filter_map(OnceLock::into_inner).collect())
}

impl Control {
    /// Tries to get past this control. A slot that has shown that it does not hold is still fit for the next probe.
    fn probe(
        &self,
        slot: &mut dyn Slot,
        environment: &EnvironmentRoot,
    ) -> Result<ControlState, SandboxError> {
        let limits = LimitRule::default().limits(TrialTime::default());
        let (condition, memory_bytes) = match self.holds {
            Sign::Answer(condition) | Sign::AnswerOrLimit(condition, _) => (condition, limits.memory_bytes),
            Sign::Limit(_) => ("False", if environment.warm.is_empty() { SMALL } else { LARGE }),
        };
        let tests = format!(
            "def check(candidate):\n    answer = candidate()\n    assert {condition}, repr(answer)[:300]\n",
        );
        let report = slot.run(&Trial {
            module: Arc::from(self.module),
            entry_point: "probe".into(),
            judging: Arc::new(Judging::Split {
                key: self.name.into(),
                preamble: Arc::from(""),
                tests: Arc::from(tests),
            }),
            // Files count as memory; the probe of memory needs few.
            limits: Limits { memory_bytes, disk_bytes: limits.disk_bytes.min(memory_bytes / 32), ..limits },
        })?;
        let evidence = match (report.judgement, self.holds) {
            (Judgement::Passed, Sign::Answer(_) | Sign::AnswerOrLimit(..)) => None,
            (Judgement::Limit(reached), Sign::Limit(limit) | Sign::AnswerOrLimit(_, limit))
                if reached == limit =>
            {
                None
            }
            (other, _) => Some(format!("{other:?}")),
        };
        let Self { name, purpose, remedy, .. } = *self;
        Ok(ControlState { name, purpose, remedy, in_force: evidence.is_none(), evidence })
    }
}
