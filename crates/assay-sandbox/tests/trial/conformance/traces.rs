//! What an attack could leave behind: looked at before and after, in a process that nothing else uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::ROOT;
use super::groups::Groups;
use crate::processes::family;

/// Folders of the host that anyone may write to, and those that a sample knows by name.
const HOST_FOLDERS: [&str; 6] = ["/tmp", "/var/tmp", "/dev/shm", "/", "/etc", "/opt"];
/// Users that slots run as where assay is root.
const OWN_USERS: std::ops::Range<u32> = 0x7000_0000..0x7ffe_0000;

/// The state of everything that outlives a trial on its host.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Traces {
    processes: Vec<u32>,
    descriptors: BTreeMap<String, PathBuf>,
    mounts: Vec<String>,
    groups: Vec<String>,
    hostname: String,
    environment: BTreeMap<PathBuf, [i64; 6]>,
    host_files: BTreeSet<PathBuf>,
}

impl Traces {
    pub(super) fn now() -> Self {
        let mut environment = BTreeMap::new();
        list(&ROOT.path, &mut environment);
        Self {
            processes: family(&[std::process::id()]),
            descriptors: open_descriptors(),
            mounts: own_mounts(),
            groups: Groups::of_this_process().names().into_iter().map(str::to_owned).collect(),
            hostname: fs::read_to_string("/proc/sys/kernel/hostname").unwrap(),
            environment,
            host_files: HOST_FOLDERS.iter().flat_map(|folder| entries(Path::new(folder))).collect(),
        }
    }

    /// Compares with the state now. `told` holds the samples that ran meanwhile.
    pub(super) fn are_all_that_is_left(&self, told: &[String]) {
        let mut now = Self::now();
        // The host's own programs come and go with files there. A sample's are those of the slots' user, and those
        // that have a name out of a sample's text.
        now.host_files.retain(|file| {
            let owner = fs::symlink_metadata(file).map_or(0, |found| found.uid());
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.host_files.contains(file)
                || OWN_USERS.contains(&owner)
                || told.iter().any(|text| text.contains(&name))
        });
        let new: Vec<_> = now.host_files.difference(&self.host_files).collect();
        assert!(new.is_empty(), "new files of the host: {new:?}");
        now.host_files.clone_from(&self.host_files);
        for (file, state) in &now.environment {
            assert_eq!(self.environment.get(file), Some(state), "{}", file.display());
        }
        assert_eq!(now.environment.len(), self.environment.len());
        now.environment.clone_from(&self.environment);
        assert_eq!(*self, now);
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Kind and rights, owner, links, size, and the times at which content and state last changed.
fn list(folder: &Path, found: &mut BTreeMap<PathBuf, [i64; 6]>) {
    for path in entries(folder) {
        let Ok(state) = fs::symlink_metadata(&path) else { continue };
        if state.is_dir() {
            list(&path, found);
        }
        let numbers = [
            i64::from(state.mode()),
            i64::from(state.uid()),
            i64::try_from(state.nlink()).unwrap_or(i64::MAX),
            i64::try_from(state.size()).unwrap_or(i64::MAX),
            state.mtime() * 1_000_000_000 + state.mtime_nsec(),
            state.ctime() * 1_000_000_000 + state.ctime_nsec(),
        ];
        found.insert(path, numbers);
    }
}

/// This process's descriptors, but for the one that lists them.
fn open_descriptors() -> BTreeMap<String, PathBuf> {
    let links = entries(Path::new("/proc/self/fd")).into_iter().filter_map(|path| {
        let target = fs::read_link(&path).ok()?;
        (!target.starts_with("/proc")).then(|| (path.display().to_string(), target))
    });
    links.collect()
}

/// Mounts in the environment's folder, and those at places that a sandbox's root has too. Others are the host's affair.
fn own_mounts() -> Vec<String> {
    let text = fs::read_to_string("/proc/self/mountinfo").unwrap();
    let ours = |line: &&str| {
        let place = Path::new(line.split(' ').nth(4).unwrap_or_default());
        place.starts_with(&ROOT.path)
            || ["/", "/tmp", "/proc", "/dev", "/dev/shm", "/opt"]
                .iter()
                .any(|known| place == Path::new(known))
    };
    text.lines().filter(ours).map(str::to_owned).collect()
}
