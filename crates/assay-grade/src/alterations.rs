//! How much a prediction alters, beside what the reference does (a secondary measure of the framework: unintended change).

use std::collections::BTreeSet;

use assay_patch::Patch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most files that are named.
const NAMED: usize = 50;

/// What a prediction alters of what is its own to decide, and what the reference alters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Alterations {
    /// Files that the prediction alters.
    pub files: usize,
    /// Lines that it adds. Binary content has none.
    pub lines_added: usize,
    /// Lines that it removes.
    pub lines_removed: usize,
    /// Files that the reference alters.
    pub reference_files: usize,
    /// Lines that the reference adds.
    pub reference_lines_added: usize,
    /// Lines that the reference removes.
    pub reference_lines_removed: usize,
    /// Files that the prediction alters and the reference does not.
    pub files_beside: usize,
    /// Lines that the prediction adds and removes in those.
    pub lines_beside: usize,
    /// The first 50 of those, sorted. Untrusted text.
    pub beside: Vec<String>,
}

impl Alterations {
    /// Counts the files of a prediction that `counts` says are its own.
    pub(crate) fn of(prediction: &Patch, reference: &Patch, counts: impl Fn(&str) -> bool) -> Self {
        let known: BTreeSet<&str> =
            reference.files.iter().flat_map(|file| [file.source.as_str(), file.path.as_str()]).collect();
        let mut alterations = Self { reference_files: reference.files.len(), ..Self::default() };
        for file in &reference.files {
            let (added, removed) = file.lines_changed();
            alterations.reference_lines_added += added;
            alterations.reference_lines_removed += removed;
        }
        let mut beside = BTreeSet::new();
        for file in prediction.files.iter().filter(|file| counts(file.path.as_str())) {
            let (added, removed) = file.lines_changed();
            alterations.files += 1;
            alterations.lines_added += added;
            alterations.lines_removed += removed;
            if !known.contains(file.path.as_str()) {
                alterations.files_beside += 1;
                alterations.lines_beside += added + removed;
                beside.insert(file.path.as_str());
            }
        }
        alterations.beside = beside.into_iter().take(NAMED).map(str::to_owned).collect();
        alterations
    }
}
