//! What is run.

use std::sync::Arc;

use assay_patch::MemoryTree;
use assay_sandbox::{Limits, Surroundings};
use assay_types::{Runner, TestId};

/// One run of a repository's tests.
#[derive(Debug, Clone)]
pub struct TestRun {
    /// All files of the repository, those of the tests among them.
    pub tree: Arc<MemoryTree>,
    /// Who runs the tests.
    pub runner: Runner,
    /// Which of them run.
    pub selection: Selection,
    /// In which order.
    pub order: Order,
    /// Time zone and hash seed.
    pub surroundings: Surroundings,
    /// What decoy tests are named by; nothing where there are to be none.
    pub decoys: Option<u64>,
    /// What all of it may use.
    pub limits: Limits,
}

/// Which tests run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All that the runner finds in the repository.
    All,
    /// All that it finds in these files.
    Files(Vec<String>),
    /// These alone.
    Tests(Vec<TestId>),
}

/// In which order tests run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The runner's own: files by name, tests as they stand in them.
    File,
    /// Mixed by this seed.
    Shuffled(u64),
}
