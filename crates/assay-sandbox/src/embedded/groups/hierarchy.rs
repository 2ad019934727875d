//! Where this process may make control groups, for both versions of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Prefix of every group that assay makes; the process id and a number follow.
pub(super) const PREFIX: &str = "assay-";
/// The group into which this process moves where its own may not hold both processes and groups (version 2).
const OWN_LEAF: &str = "assay-supervisor";

/// What a slot's groups are made for.
pub(super) const CONTROLLERS: [&str; 3] = ["memory", "pids", "cpu"];

/// A folder in which groups of one controller can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hierarchy {
    pub(super) folder: PathBuf,
    /// Whether it is the unified hierarchy (version 2), whose files have other names.
    pub(super) unified: bool,
}

/// By controller. Found once; folders of assay processes that are no more are removed then.
pub(super) fn hierarchies() -> &'static BTreeMap<&'static str, Hierarchy> {
    static FOUND: OnceLock<BTreeMap<&'static str, Hierarchy>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let found: BTreeMap<_, _> = CONTROLLERS
            .into_iter()
            .filter_map(|controller| Some((controller, usable(controller, &mounts, &own)?)))
            .collect();
        for hierarchy in found.values() {
            remove_orphans(&hierarchy.folder);
        }
        found
    })
}

fn usable(controller: &str, mounts: &str, own: &str) -> Option<Hierarchy> {
    let hierarchy = find(controller, mounts, own)?;
    if hierarchy.unified {
        delegate(&hierarchy.folder, controller).ok()?;
    }
    // Only making one tells whether this user may.
    let first = hierarchy.folder.join(format!("{PREFIX}{}-first", std::process::id()));
    fs::create_dir(&first).and_then(|()| fs::remove_dir(&first)).ok()?;
    Some(hierarchy)
}

/// The folder of this process's own group for a controller, from `/proc/self/mountinfo` and `/proc/self/cgroup`.
fn find(controller: &str, mounts: &str, own: &str) -> Option<Hierarchy> {
    let named = |list: &str| list.split(',').any(|name| name == controller);
    let mut unified = None;
    for line in mounts.lines() {
        let (left, right) = line.split_once(" - ")?;
        let mut fields = left.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        let mut fields = right.split(' ');
        let (kind, options) = (fields.next()?, fields.nth(1)?);
        let member = |of: &dyn Fn(&str) -> bool| {
            own.lines().find_map(|line| {
                let mut parts = line.splitn(3, ':').skip(1);
                let (controllers, path) = (parts.next()?, parts.next()?);
                of(controllers).then_some(path)
            })
        };
        let folder = |path: &str| {
            let inside = Path::new(path).strip_prefix(root).unwrap_or(Path::new(""));
            Path::new(place).join(inside)
        };
        if kind == "cgroup" && named(options) {
            return Some(Hierarchy { folder: folder(member(&named)?), unified: false });
        }
        if kind == "cgroup2" {
            unified = member(&|controllers| controllers.is_empty())
                .map(|path| Hierarchy { folder: folder(path), unified: true });
        }
    }
    unified
}

/// Lets groups below `folder` have a controller.
fn delegate(folder: &Path, controller: &str) -> io::Result<()> {
    let named = |file: &str| {
        let text = fs::read_to_string(folder.join(file))?;
        Ok::<bool, io::Error>(text.split_whitespace().any(|name| name == controller))
    };
    if named("cgroup.subtree_control")? {
        return Ok(());
    }
    if !named("cgroup.controllers")? {
        return Err(io::Error::from(io::ErrorKind::Unsupported));
    }
    let grant = || fs::write(folder.join("cgroup.subtree_control"), format!("+{controller}"));
    if grant().is_ok() {
        return Ok(());
    }
    // A group that hands controllers on may hold no process. Alone in it, this one can step aside.
    let inside = fs::read_to_string(folder.join("cgroup.procs"))?;
    if inside.split_whitespace().ne([std::process::id().to_string().as_str()]) {
        return Err(io::Error::from(io::ErrorKind::ResourceBusy));
    }
    let leaf = folder.join(OWN_LEAF);
    fs::create_dir_all(&leaf)?;
    fs::write(leaf.join("cgroup.procs"), std::process::id().to_string())?;
    grant()
}

/// Removes the empty groups of processes that were killed before they could. One with processes stays: the kernel
/// refuses.
fn remove_orphans(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process =
            name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split('-').next());
        if process.is_some_and(|process| {
            process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists()
        }) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYBRID: &str = "\
30 25 0:26 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755
36 30 0:33 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
37 30 0:34 /docker/1 /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:1 - cgroup cgroup rw,cpu,cpuacct
38 30 0:35 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw";
    const OWN: &str = "4:memory:/jobs/7\n3:cpu,cpuacct:/docker/1/inner\n0::/user.slice/a:b\n";

    fn found(controller: &str) -> (String, bool) {
        let hierarchy = find(controller, HYBRID, OWN).unwrap();
        (hierarchy.folder.display().to_string(), hierarchy.unified)
    }

    #[test]
    fn each_controller_is_where_the_kernel_says() {
        assert_eq!(found("memory"), ("/sys/fs/cgroup/memory/jobs/7".into(), false));
        assert_eq!(found("cpu"), ("/sys/fs/cgroup/cpu,cpuacct/inner".into(), false));
        assert_eq!(found("pids"), ("/sys/fs/cgroup/unified/user.slice/a:b".into(), true));
    }

    #[test]
    fn without_mounts_there_is_none() {
        assert_eq!(find("memory", "", OWN), None);
        assert_eq!(find("memory", "nonsense", "nonsense"), None);
    }

    #[test]
    fn a_controller_is_handed_on_where_that_is_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("cgroup.controllers", "cpu memory pids\n");
        write("cgroup.subtree_control", "");
        assert!(delegate(folder.path(), "hugetlb").is_err());
        delegate(folder.path(), "memory").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("cgroup.subtree_control")).unwrap(), "+memory");
        write("cgroup.subtree_control", "memory pids\n");
        delegate(folder.path(), "pids").unwrap();
    }

    #[test]
    fn groups_of_processes_that_are_no_more_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let own = format!("{PREFIX}{}-0", std::process::id());
        // No process has so high a number: the kernel's own bound is 2^22.
        for name in ["assay-4194999-0", own.as_str(), "assay-supervisor", "other"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        remove_orphans(folder.path());
        assert!(!folder.path().join("assay-4194999-0").exists());
        assert!(folder.path().join(own).exists() && folder.path().join("other").exists());
        assert!(folder.path().join("assay-supervisor").exists());
    }
}
