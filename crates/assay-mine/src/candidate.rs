//! A candidate for a maintenance task, as it is written down.

use assay_types::{Category, Digest};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

/// The version of a candidate's form. A change that a former reader would misread raises it.
pub const SCHEMA_VERSION: u32 = 2;

/// A change of history that may become a maintenance task: everything that is known without running anything. What comes
/// next (environment, admission) finds out whether it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The version of this form.
    pub schema_version: u32,
    /// The SHA-256 digest of its content; the same wherever the repository stands.
    pub id: String,
    /// The ecosystem, such as `python`.
    pub ecosystem: String,
    /// Who runs its tests, such as `pytest`; nothing where it changes no tests (parked ones).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<String>,
    /// The SPDX identifier of the repository's licence at the fix.
    pub licence: String,
    /// The commit that a model starts from.
    pub parent: String,
    /// The commit that made the change; a merge's first parent is `parent`.
    pub fix: String,
    /// When the parent was committed, in UTC.
    pub parent_committed: String,
    /// When the fix was committed, in UTC.
    pub fix_committed: String,
    /// Which kind of maintenance it is.
    pub category: Category,
    /// What speaks for the categories, this one and others.
    pub evidence: Vec<Evidence>,
    /// Why it waits, where it does: preventive changes have no oracle yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parked: Option<String>,
    /// What is asked for.
    pub statement: Statement,
    /// The reference: the change of source and metadata, as git writes patches.
    pub source_patch: String,
    /// The change of tests.
    pub test_patch: String,
    /// Changed files that are in neither patch, such as documentation.
    pub other_files: Vec<String>,
}

/// Something that speaks for a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// For which one.
    pub category: Category,
    /// The rule that found it.
    pub rule: String,
    /// Where: `subject`, `reference` ("Fix #12:" before the subject), `body` or `change`.
    pub place: String,
    /// What it found there.
    pub text: String,
}

/// What a task asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// The text that a model is shown.
    pub text: String,
    /// What it was made from.
    pub source: StatementSource,
    /// What of the solution was taken out of it, and what is left.
    pub leak: Leak,
}

/// What a statement was made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementSource {
    /// The commit's message.
    Message,
    /// The issue that it closes.
    Issue,
}

/// How much of the solution a statement gives away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Leak {
    /// The share of its telling words that are words of names which only the fix has: 0 to 1.
    pub score: f64,
    /// Those words.
    pub words: Vec<String>,
    /// Lines taken out: diffs, lines of the fix, trailers.
    pub lines_removed: usize,
    /// Links taken out.
    pub links_removed: usize,
    /// References to issues and commits taken out.
    pub references_removed: usize,
    /// Names taken out that only the fix has.
    pub names_removed: usize,
    /// Sentences taken out of a repair's message that say what to change.
    pub sentences_removed: usize,
}

impl Candidate {
    /// The digest of all that a task is made of and admission goes by: the id that a candidate of this content has.
    #[must_use]
    pub fn content_id(&self) -> String {
        let parts = [
            SCHEMA_VERSION.to_string().as_str(),
            &self.ecosystem,
            self.runner.as_deref().unwrap_or_default(),
            &self.licence,
            &self.parent,
            &self.fix,
            &self.parent_committed,
            &self.fix_committed,
            self.category.word(),
            self.parked.as_deref().unwrap_or_default(),
            &self.statement.text,
            &self.source_patch,
            &self.test_patch,
        ]
        .map(str::to_owned);
        Digest::of_parts(&parts).to_string()
    }
}

/// Candidates as JSON Lines, in their order.
pub fn candidate_lines(candidates: &[Candidate]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for candidate in candidates {
        text += &serde_json::to_string(candidate)?;
        text.push('\n');
    }
    Ok(text)
}

/// The JSON Schema of a candidate, as text with a final newline. Published as `docs/schema/candidate.schema.json`.
#[must_use]
pub fn candidate_schema() -> String {
    format!("{:#}\n", schema_for!(Candidate).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-mine schema`.
    #[test]
    fn the_schema_of_a_candidate_matches_the_published_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/candidate.schema.json");
        if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
            fs::write(&path, candidate_schema()).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == candidate_schema(),
            "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-mine schema",
            path.display()
        );
    }
}
