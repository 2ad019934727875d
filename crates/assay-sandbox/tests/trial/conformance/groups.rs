//! Control groups that engines of this process have made, found by their names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Deep enough for a group within that of a container's service.
const DEPTH: usize = 12;

/// Folders by the group's name; one group may have a folder in several hierarchies.
#[derive(Default)]
pub(super) struct Groups {
    folders: BTreeMap<String, Vec<PathBuf>>,
}

impl Groups {
    /// All that bear this process's number.
    pub(super) fn of_this_process() -> Self {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let mut groups = Self::default();
        for line in mounts.lines() {
            let Some((left, right)) = line.split_once(" - ") else { continue };
            if right.starts_with("cgroup") {
                groups.look_into(Path::new(left.split(' ').nth(4).unwrap()), DEPTH);
            }
        }
        groups
    }

    fn look_into(&mut self, folder: &Path, depth: usize) {
        let own = format!("assay-{}-", std::process::id());
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            if name.starts_with(&own) {
                self.folders.entry(name).or_default().push(entry.path());
            } else if depth > 0 && !name.starts_with("assay-") {
                self.look_into(&entry.path(), depth - 1);
            }
        }
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.folders.keys().map(String::as_str).collect()
    }

    /// The groups of that process hold these processes and no other, in every hierarchy.
    pub(super) fn hold_only(&mut self, process: u32, alive: &[u32]) {
        let own = format!("/assay-{}-", std::process::id());
        let member = fs::read_to_string(format!("/proc/{process}/cgroup")).unwrap();
        for path in member.lines().filter(|line| line.contains(&own)) {
            let name = path.rsplit('/').next().unwrap();
            if !self.folders.contains_key(name) {
                *self = Self::of_this_process();
            }
            for folder in &self.folders[name] {
                let text = fs::read_to_string(folder.join("cgroup.procs")).unwrap();
                let mut inside: Vec<u32> = text.lines().filter_map(|line| line.parse().ok()).collect();
                inside.sort_unstable();
                let mut alive = alive.to_vec();
                alive.sort_unstable();
                assert_eq!(inside, alive, "{}", folder.display());
                assert_eq!(fs::read_dir(folder).unwrap().flatten().filter(|e| e.path().is_dir()).count(), 0);
            }
        }
    }
}
