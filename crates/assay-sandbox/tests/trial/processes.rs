//! Processes as the host sees them: who is whose child, and what each of them holds.

use std::fs;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// How long a state that must come may take, on a machine that is very busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// Processes that this thread has started and not yet reaped: the zygotes of its slots. Other threads' are not among
/// them.
pub(crate) fn own_children() -> Vec<u32> {
    numbers("/proc/thread-self/children")
}

/// Descendants of the given processes, themselves included.
pub(crate) fn family(of: &[u32]) -> Vec<u32> {
    let mut found = of.to_vec();
    let mut place = 0;
    while let Some(process) = found.get(place).copied() {
        place += 1;
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
        for thread in threads.flatten() {
            found.extend(numbers(&thread.path().join("children").display().to_string()));
        }
    }
    found
}

/// PID namespaces between this process and that one; nothing once it has ended.
pub(crate) fn nesting(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    Some(line.split_whitespace().count())
}

pub(crate) fn mounts(of: &str) -> usize {
    fs::read_to_string(format!("/proc/{of}/mounts")).unwrap().lines().count()
}

pub(crate) fn descriptors(of: &str) -> usize {
    fs::read_dir(format!("/proc/{of}/fd")).unwrap().count()
}

/// Waits until one of the descendants calls itself `name`: how a sample says from inside how far it has come.
pub(crate) fn wait_for(of: &[u32], name: &str) -> Pid {
    let began = Instant::now();
    loop {
        if let Some(process) = named(of, name) {
            return process;
        }
        assert!(began.elapsed() < PATIENCE, "no process calls itself {name}");
        std::thread::yield_now();
    }
}

fn named(of: &[u32], name: &str) -> Option<Pid> {
    let is_named = |process: &u32| {
        fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|found| found.trim() == name)
    };
    let process = family(of).into_iter().find(is_named)?;
    Some(Pid::from_raw(i32::try_from(process).unwrap()))
}

/// The same of what another thread of this process starts, however much later.
pub(crate) fn wait_for_child_of(thread: Pid, name: &str) -> Pid {
    let began = Instant::now();
    loop {
        let zygotes = numbers(&format!("/proc/self/task/{thread}/children"));
        if let Some(process) = named(&zygotes, name) {
            return process;
        }
        assert!(began.elapsed() < PATIENCE, "no process calls itself {name}");
        std::thread::yield_now();
    }
}

pub(crate) fn signal(process: Pid, signal: Signal) {
    kill(process, signal).unwrap();
}

/// What a sample that waits for the host does: `say` tells how far it has come, `wait` waits for the host's signal.
pub(crate) const MEETING: &str = r"
import ctypes, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
def say(name):
    ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)
def wait():
    signal.sigwait([signal.SIGUSR1])
";

fn numbers(path: &str) -> Vec<u32> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}
