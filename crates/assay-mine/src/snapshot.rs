//! The files of one commit, and nothing else of its repository.

use std::path::Path;

use assay_patch::{MemoryTree, Mode, RepositoryPath};
use gix::ObjectId;
use gix::objs::tree::EntryKind;

use crate::error::MineError;
use crate::history::History;

/// The most files of a commit.
const MOST_FILES: usize = 50_000;
/// The most entries of its folders, with those that are no files. Folders that hold one another many times over have no end else.
const MOST_ENTRIES: usize = 4 * MOST_FILES;
/// The most bytes of all of them.
const MOST_BYTES: u64 = 512 << 20;
/// How deep folders may lie in each other.
const DEEPEST: usize = 100;

/// A local repository whose commits are asked for as files. What it gives holds no history: no other commit, tag, branch or remote can
/// be found in files.
pub struct Snapshots {
    history: History,
}

/// What has been found of a commit.
#[derive(Default)]
struct Found {
    tree: MemoryTree,
    bytes: u64,
    entries: usize,
}

impl Snapshots {
    /// Opens the repository of a folder.
    pub fn open(path: &Path) -> Result<Self, MineError> {
        Ok(Self { history: History::open(path)? })
    }

    /// The files of a commit; nothing if it is not here. Submodules are left out, and so are paths that no patch may name.
    pub fn files(&self, commit: &str) -> Result<Option<MemoryTree>, MineError> {
        let Ok(id) = ObjectId::from_hex(commit.as_bytes()) else { return Ok(None) };
        let Some(step) = self.history.step(id)? else { return Ok(None) };
        let mut found = Found::default();
        self.folder(step.tree, "", &mut found)?;
        Ok(Some(found.tree))
    }

    fn folder(&self, id: ObjectId, prefix: &str, found: &mut Found) -> Result<(), MineError> {
        for (name, kind, id) in self.history.entries(id)? {
            found.entries += 1;
            if found.entries > MOST_ENTRIES {
                return Err(self.history.too_large(id));
            }
            let Ok(name) = String::from_utf8(name) else { continue };
            let path = format!("{prefix}{name}");
            let mode = match kind {
                EntryKind::Commit => continue,
                EntryKind::Tree if path.matches('/').count() < DEEPEST => {
                    self.folder(id, &format!("{path}/"), found)?;
                    continue;
                }
                EntryKind::Tree => return Err(self.history.too_large(id)),
                EntryKind::BlobExecutable => Mode::Executable,
                EntryKind::Link => Mode::Link,
                EntryKind::Blob => Mode::File,
            };
            if RepositoryPath::new(path.as_bytes()).is_err() {
                continue;
            }
            let content = self.history.blob(id, MOST_BYTES - found.bytes)?;
            let content = content.filter(|_| found.tree.0.len() < MOST_FILES);
            let content = content.ok_or_else(|| self.history.too_large(id))?;
            found.bytes += content.len() as u64;
            found.tree.0.insert(path, (mode, content));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gix::actor::Signature;
    use gix::objs::tree::Entry;
    use gix::objs::{Commit, Tree};

    use super::*;

    #[test]
    fn folders_that_hold_one_another_many_times_over_come_to_an_end() {
        let folder = tempfile::tempdir().unwrap();
        let repository = gix::init_bare(folder.path()).unwrap();
        // Ten times ten times ten …: fifty objects, and no end that anybody would wait for. Not one of them is a file.
        let mut inner = repository.write_object(&Tree { entries: Vec::new() }).unwrap().detach();
        for _ in 0..50 {
            let entry = |name: u8| Entry {
                mode: EntryKind::Tree.into(),
                filename: [name].as_slice().into(),
                oid: inner,
            };
            let entries = (b'a'..=b'j').map(entry).collect();
            inner = repository.write_object(&Tree { entries }).unwrap().detach();
        }
        let time = gix::date::Time { seconds: 0, offset: 0 };
        let who = Signature { name: "Ada".into(), email: "ada@example.org".into(), time };
        let commit = Commit {
            tree: inner,
            parents: Vec::new().into(),
            author: who.clone(),
            committer: who,
            encoding: None,
            message: "Nothing\n".into(),
            extra_headers: Vec::new(),
        };
        let commit = repository.write_object(&commit).unwrap().detach();
        let error = Snapshots::open(folder.path()).unwrap().files(&commit.to_string()).unwrap_err();
        assert!(error.to_string().contains("more files or bytes than a task may have"), "{error}");
    }
}
