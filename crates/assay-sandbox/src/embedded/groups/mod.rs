//! The control groups of a slot: memory and processes of a whole trial together, and an equal share of the processor.
//!
//! Joined once, by the zygote, and inherited by its children: joining one per trial costs a tenth of the rate.
//! What was reached is read from the group's own counters: an exit code can say anything.

mod hierarchy;

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use nix::unistd::Pid;

use self::hierarchy::{Hierarchy, PREFIX, hierarchies};
use crate::limits::Limits;

/// Memory of the zygote itself, which its group holds too.
const ZYGOTE_BYTES: u64 = 128 << 20;
/// Memory is handed out in steps of at most a few huge pages: the last one is refused before the limit is reached.
const LAST_STEP: u64 = 8 << 20;
/// The zygote is one of its group's processes.
const ZYGOTE_PROCESSES: u64 = 1;

/// The groups of one zygote; removed when dropped, which must be after the zygote has ended.
#[derive(Debug)]
pub(super) struct SlotGroups {
    groups: Vec<Group>,
    memory: Option<Counter>,
    peaks: Vec<Peak>,
    processes: Option<Counter>,
    set: Option<(u64, u64)>,
}

#[derive(Debug)]
struct Group {
    controller: &'static str,
    folder: PathBuf,
    unified: bool,
}

/// What a trial's groups refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Refused {
    /// A process was killed because the group had reached its memory limit.
    pub(super) memory: bool,
    /// A process was killed for lack of memory that the group has no part in: the machine's, or that of a group around it.
    pub(super) for_the_machine: bool,
    /// A new process or thread was refused because the group had reached its limit.
    pub(super) processes: bool,
}

impl SlotGroups {
    /// Groups for those of the controllers that can be had here. Where one cannot, its control does not hold, and the
    /// probes say so. One that can be had and then cannot be made is an error: nothing may run without it.
    pub(super) fn create(controllers: &[&'static str]) -> io::Result<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let mut groups: Vec<Group> = Vec::new();
        loop {
            let number = MADE.fetch_add(1, Ordering::Relaxed);
            let name = format!("{PREFIX}{}-{number}", std::process::id());
            match Self::make(controllers, &name, &mut groups) {
                Ok(()) => break,
                // Left by a process of the same number that was killed, or another one's in its own PID namespace.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    remove(&groups);
                    groups.clear();
                }
                Err(error) => {
                    remove(&groups);
                    return Err(error);
                }
            }
        }
        let counted = |controller: &str| {
            groups
                .iter()
                .find(|group| group.controller == controller)
                .and_then(|group| Counter::open(group).ok())
        };
        let (memory, processes) = (counted("memory"), counted("pids"));
        let peaks = groups.iter().filter(|group| group.controller == "memory").flat_map(Peak::open).collect();
        Ok(Self { groups, memory, peaks, processes, set: None })
    }

    fn make(controllers: &[&'static str], name: &str, groups: &mut Vec<Group>) -> io::Result<()> {
        for controller in controllers {
            let Some(Hierarchy { folder, unified }) = hierarchies().get(controller) else { continue };
            let folder = folder.join(name);
            // Controllers of the unified hierarchy share a group.
            if !groups.iter().any(|group| group.folder == folder) {
                fs::create_dir(&folder)?;
            }
            groups.push(Group { controller, folder, unified: *unified });
        }
        Ok(())
    }

    /// Puts a process into the groups; what it forks follows.
    pub(super) fn join(&self, process: Pid) -> io::Result<()> {
        folders(&self.groups)
            .try_for_each(|folder| fs::write(folder.join("cgroup.procs"), process.to_string()))
    }

    /// Sets the limits of the next trial.
    pub(super) fn hold_to(&mut self, limits: &Limits) -> io::Result<()> {
        // Files in the private /tmp are memory too.
        let memory = limits.memory_bytes.saturating_add(limits.disk_bytes).saturating_add(ZYGOTE_BYTES);
        let processes = limits.processes.saturating_add(ZYGOTE_PROCESSES);
        if self.set == Some((memory, processes)) {
            return Ok(());
        }
        let raised = self.set.is_some_and(|(before, _)| memory > before);
        for group in &self.groups {
            match (group.controller, group.unified) {
                ("memory", false) => group.limit_memory(memory, raised)?,
                ("memory", true) => {
                    group.write("memory.max", memory)?;
                    group.write_if_there("memory.swap.max", 0)?;
                }
                ("pids", _) => group.write("pids.max", processes)?,
                _ => {}
            }
        }
        self.set = Some((memory, processes));
        Ok(())
    }

    /// Whether the number of processes is bounded here, so that the kernel's own limit may be the laxer one.
    pub(super) fn bounds_processes(&self) -> bool {
        self.processes.is_some()
    }

    /// What was refused since the last call.
    pub(super) fn refused(&mut self) -> io::Result<Refused> {
        let killed = self.memory.as_mut().map(Counter::advanced).transpose()?.unwrap_or(false);
        let processes = self.processes.as_mut().map(Counter::advanced).transpose()?.unwrap_or(false);
        let memory = killed && self.memory_was_full();
        self.peaks.iter().for_each(Peak::forget);
        Ok(Refused { memory, for_the_machine: killed && !memory, processes })
    }

    /// Whether memory was near its limit in the last trial. A process that is killed because the whole machine
    /// is out of memory counts as killed in its group, too, but that is no doing of the trial's.
    fn memory_was_full(&mut self) -> bool {
        let Some((limit, _)) = self.set else { return false };
        // Kernels before 5.19 keep no unified one. There its own limit is the likelier reason by far.
        let most = self.peaks.iter_mut().filter_map(|peak| peak.bytes().ok()).max();
        most.is_none_or(|most| most.saturating_add(LAST_STEP) >= limit)
    }
}

impl Drop for SlotGroups {
    fn drop(&mut self) {
        remove(&self.groups);
    }
}

fn folders(groups: &[Group]) -> impl Iterator<Item = &Path> {
    let mut folders: Vec<&Path> = groups.iter().map(|group| group.folder.as_path()).collect();
    folders.dedup();
    folders.into_iter()
}

fn remove(groups: &[Group]) {
    for folder in folders(groups) {
        // Empty by now. If not, the next start of assay tries again.
        let _ = fs::remove_dir(folder);
    }
}

impl Group {
    /// Version 1 holds memory and memory with swap in two files, of which the second must never be the lower.
    fn limit_memory(&self, bytes: u64, raised: bool) -> io::Result<()> {
        if raised {
            self.write_if_there("memory.memsw.limit_in_bytes", bytes)?;
        }
        self.write("memory.limit_in_bytes", bytes)?;
        self.write_if_there("memory.memsw.limit_in_bytes", bytes)
    }

    fn write_if_there(&self, file: &str, value: u64) -> io::Result<()> {
        if self.folder.join(file).exists() { self.write(file, value) } else { Ok(()) }
    }

    fn write(&self, file: &str, value: u64) -> io::Result<()> {
        fs::write(self.folder.join(file), value.to_string())
    }
}

/// The most memory that was used since it was last forgotten.
#[derive(Debug)]
struct Peak {
    /// Kept open: the unified hierarchy forgets the most only for the descriptor that is written to.
    file: File,
}

impl Peak {
    fn open(group: &Group) -> Vec<Self> {
        let names: &[&str] = if group.unified {
            &["memory.peak"]
        } else {
            &["memory.max_usage_in_bytes", "memory.memsw.max_usage_in_bytes"]
        };
        let open = |name: &&str| {
            let path = group.folder.join(name);
            // Kernels before 6.12 let nobody write to the unified one: it then stays the most since the slot was opened.
            File::options().read(true).write(true).open(&path).or_else(|_| File::open(&path)).ok()
        };
        names.iter().filter_map(open).map(|file| Self { file }).collect()
    }

    fn bytes(&mut self) -> io::Result<u64> {
        let mut text = String::new();
        self.file.rewind()?;
        self.file.read_to_string(&mut text)?;
        Ok(value(&text, ""))
    }

    fn forget(&self) {
        let _ = self.file.write_all_at(b"0", 0);
    }
}

/// A counter of the kernel's, and its value when last read.
#[derive(Debug)]
struct Counter {
    file: File,
    name: &'static str,
    known: u64,
}

impl Counter {
    fn open(group: &Group) -> io::Result<Self> {
        let (file, name) = match (group.controller, group.unified) {
            ("memory", false) => ("memory.oom_control", "oom_kill"),
            ("memory", true) => ("memory.events", "oom_kill"),
            _ => ("pids.events", "max"),
        };
        Ok(Self { file: File::open(group.folder.join(file))?, name, known: 0 })
    }

    /// Whether it has grown since it was last read.
    fn advanced(&mut self) -> io::Result<bool> {
        let mut text = String::new();
        self.file.rewind()?;
        self.file.read_to_string(&mut text)?;
        let now = value(&text, self.name);
        let advanced = now > self.known;
        self.known = now;
        Ok(advanced)
    }
}

/// The number after a name in a file of the kernel's; the first number where the name is empty.
fn value(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| match name {
        "" => Some(line),
        name => line.strip_prefix(name)?.strip_prefix(' '),
    });
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_read_by_their_name() {
        let text = "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!((value(text, "oom_kill"), value("7\n", ""), value("", "max")), (3, 7, 0));
    }

    fn groups(folder: &Path) -> SlotGroups {
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write("memory.oom_control", "oom_kill 0\n");
        write("memory.limit_in_bytes", "");
        write("memory.max_usage_in_bytes", "0\n");
        let group = Group { controller: "memory", folder: folder.to_owned(), unified: false };
        let (memory, peaks) = (Counter::open(&group).ok(), Peak::open(&group));
        SlotGroups { groups: vec![group], memory, peaks, processes: None, set: Some((100 << 20, 9)) }
    }

    #[test]
    fn a_process_killed_for_the_machines_sake_is_not_the_trials_doing() {
        let folder = tempfile::tempdir().unwrap();
        let mut groups = groups(folder.path());
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(groups.refused().unwrap(), Refused::default());
        write("memory.oom_control", "oom_kill 1\n");
        write("memory.max_usage_in_bytes", "50000000\n");
        let refused = Refused { for_the_machine: true, ..Refused::default() };
        assert_eq!(groups.refused().unwrap(), refused);
        write("memory.oom_control", "oom_kill 2\n");
        write("memory.max_usage_in_bytes", "104000000\n");
        assert_eq!(groups.refused().unwrap(), Refused { memory: true, ..Refused::default() });
        assert_eq!(groups.refused().unwrap(), Refused::default(), "only once");
        write("memory.oom_control", "oom_kill 3\n");
        assert_eq!(
            groups.refused().unwrap(),
            refused,
            "the most of an earlier trial says nothing of a later one"
        );
        // Where the kernel does not say how much it was, the limit is what is known.
        groups.peaks.clear();
        write("memory.oom_control", "oom_kill 4\n");
        assert!(groups.refused().unwrap().memory);
    }
}
