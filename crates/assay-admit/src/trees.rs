//! The states of a repository that a candidate is made of.

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_grade::Restoration;
use assay_mine::Candidate;
use assay_patch::{Fault, MemoryTree, Patch, Role, parse};
use assay_types::Runner;

/// The states of a repository that a candidate is made of.
pub(crate) struct Trees {
    /// What a model finds.
    pub(crate) parent: Arc<MemoryTree>,
    /// The parent as a grader makes it for no patch: with all that is put back, the changed tests among it.
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
        let parent = Arc::new(parent);
        let restoration = Restoration::of(parent.clone(), &source, Some(&tests))?;
        Ok(Self {
            parent,
            before: Arc::new(restoration.without_patch()),
            reference: restoration.solved().clone(),
            fix: Arc::new(fix),
            source,
            tests,
        })
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
