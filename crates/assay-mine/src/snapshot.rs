//! The files of one commit, and nothing else of its repository.

use std::path::Path;

use assay_patch::{MemoryTree, Mode, RepositoryPath};
use gix::ObjectId;
use gix::objs::tree::EntryKind;

use crate::error::MineError;
use crate::history::History;

/// The most files of a commit.
const MOST_FILES: usize = 50_000;
/// The most bytes of all of them.
const MOST_BYTES: u64 = 512 << 20;
/// How deep folders may lie in each other.
const DEEPEST: usize = 100;

/// A local repository whose commits are asked for as files. What it gives holds no history: no other commit, tag, branch or remote can
/// be found in files.
pub struct Snapshots {
    history: History,
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
        let mut tree = MemoryTree::default();
        let mut bytes = 0;
        self.folder(step.tree, "", &mut tree, &mut bytes)?;
        Ok(Some(tree))
    }

    fn folder(
        &self,
        id: ObjectId,
        prefix: &str,
        tree: &mut MemoryTree,
        bytes: &mut u64,
    ) -> Result<(), MineError> {
        for (name, kind, id) in self.history.entries(id)? {
            let Ok(name) = String::from_utf8(name) else { continue };
            let path = format!("{prefix}{name}");
            let mode = match kind {
                EntryKind::Commit => continue,
                EntryKind::Tree if path.matches('/').count() < DEEPEST => {
                    self.folder(id, &format!("{path}/"), tree, bytes)?;
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
            let content = self.history.blob(id, MOST_BYTES - *bytes)?;
            let content = content.filter(|_| tree.0.len() < MOST_FILES);
            let content = content.ok_or_else(|| self.history.too_large(id))?;
            *bytes += content.len() as u64;
            tree.0.insert(path, (mode, content));
        }
        Ok(())
    }
}
