//! The states of a repository that a candidate is made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_mine::Candidate;
use assay_patch::{Fault, MemoryTree, Patch, Role, apply, parse};
use assay_types::Runner;

/// The states of a repository that a candidate is made of.
pub(crate) struct Trees {
    /// What a model finds.
    pub(crate) parent: Arc<MemoryTree>,
    /// The parent with the changed tests.
    pub(crate) before: Arc<MemoryTree>,
    /// The parent with the changed tests and the reference patch.
    pub(crate) reference: Arc<MemoryTree>,
    /// The fix itself.
    pub(crate) fix: Arc<MemoryTree>,
    /// The reference patch.
    pub(crate) source: Patch,
    /// The changed tests.
    pub(crate) tests: Patch,
}

impl Trees {
    /// Applies a candidate's patches to its parent.
    pub(crate) fn of(candidate: &Candidate, parent: MemoryTree, fix: MemoryTree) -> Result<Self, Fault> {
        let source = parse(candidate.source_patch.as_bytes())?;
        let tests = parse(candidate.test_patch.as_bytes())?;
        let before = patched(&parent, &tests)?;
        let reference = patched(&patched(&parent, &source)?, &tests)?;
        Ok(Self {
            parent: Arc::new(parent),
            before: Arc::new(before),
            reference: Arc::new(reference),
            fix: Arc::new(fix),
            source,
            tests,
        })
    }

    /// The parent with a part of the reference patch and the changed tests.
    pub(crate) fn with(&self, part: &Patch) -> Result<MemoryTree, Fault> {
        patched(&patched(&self.parent, part)?, &self.tests)
    }

    /// The changed files that a runner finds tests in; nothing where none has such a name.
    pub(crate) fn test_files(&self, runner: Runner) -> Vec<String> {
        let written = self.tests.files.iter().filter(|file| file.role != Role::Delete);
        let is_found = |path: &&str| {
            let name = path.rsplit('/').next().unwrap_or_default();
            let Some(stem) = name.strip_suffix(".py") else { return false };
            match runner {
                Runner::Pytest => stem.starts_with("test_") || stem.ends_with("_test"),
                Runner::Unittest => stem.starts_with("test"),
            }
        };
        written.map(|file| file.path.as_str()).filter(is_found).map(str::to_owned).collect()
    }

    /// The files that the reference patch writes, with their new bytes.
    pub(crate) fn written_sources(&self) -> BTreeMap<&str, &[u8]> {
        let written = self.source.files.iter().filter(|file| file.role != Role::Delete);
        let content = |path| self.reference.0.get(path).map(|(_, content)| (path, content.as_slice()));
        written.filter_map(|file| content(file.path.as_str())).collect()
    }
}

/// A tree with a patch.
fn patched(tree: &MemoryTree, patch: &Patch) -> Result<MemoryTree, Fault> {
    Ok(tree.with(&apply(patch, tree)?))
}
