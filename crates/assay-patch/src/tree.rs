//! The files that a patch is applied to.

use std::borrow::Cow;
use std::collections::BTreeMap;

use assay_types::Digest;

use crate::apply::{Applied, Change};
use crate::mode::Mode;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'tree> {
    /// A file or a link, whose content is its target.
    File {
        /// Which of them.
        mode: Mode,
        /// Its bytes.
        content: Cow<'tree, [u8]>,
    },
    /// A folder.
    Folder,
    /// A submodule.
    Submodule,
}

/// Why a tree cannot be read: a fault of the machine, never of the patch.
pub type TreeError = Box<dyn std::error::Error + Send + Sync>;

/// Files by path. Links are not followed: what is asked for is what stands at exactly this path.
pub trait Tree {
    /// What stands at a path, whose parts are separated by `/`; nothing if there is nothing.
    fn entry(&self, path: &str) -> Result<Option<Entry<'_>>, TreeError>;
}

/// A tree in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryTree(pub BTreeMap<String, (Mode, Vec<u8>)>);

impl MemoryTree {
    /// The tree with a patch's changes in it.
    #[must_use]
    pub fn with(&self, applied: &Applied) -> Self {
        let mut files = self.0.clone();
        for (path, change) in &applied.changes {
            match change {
                Change::Remove => _ = files.remove(path.as_str()),
                Change::Write { mode, content } => {
                    files.insert(path.as_str().to_owned(), (*mode, content.clone()));
                }
            }
        }
        Self(files)
    }
}

impl MemoryTree {
    /// The digest of all paths, modes and bytes.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let files = self.0.iter();
        let parts = files.flat_map(|(path, (mode, content))| {
            [path.as_bytes(), mode.octal().as_bytes(), content.as_slice()]
        });
        Digest::of_parts(&parts.collect::<Vec<_>>())
    }
}

impl Tree for MemoryTree {
    fn entry(&self, path: &str) -> Result<Option<Entry<'_>>, TreeError> {
        if let Some((mode, content)) = self.0.get(path) {
            return Ok(Some(Entry::File { mode: *mode, content: Cow::Borrowed(content) }));
        }
        let below = format!("{path}/");
        let next = self.0.range(below.clone()..).next();
        Ok(next.filter(|(name, _)| name.starts_with(&below)).map(|_| Entry::Folder))
    }
}
