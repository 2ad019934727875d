//! What mining came to, in numbers: for programs, and for the table that people see.

use std::collections::BTreeMap;

use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::candidate::SCHEMA_VERSION;
use crate::left_out::LeftOut;
use crate::mine::Mined;
use assay_types::Category;

/// What mining came to, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MiningDocument {
    /// The version of this form and of the candidates'.
    pub schema_version: u32,
    /// The newest commit, from which the walk began.
    pub head: String,
    /// Commits on the way of first parents.
    pub commits: usize,
    /// How many of them are merges.
    pub merges: usize,
    /// Candidates by category; those that wait are not among them.
    pub candidates: BTreeMap<Category, usize>,
    /// Candidates that wait, by category.
    pub parked: BTreeMap<Category, usize>,
    /// All other commits by the reason for which they were left out. With the candidates they add up to `commits`.
    pub left_out: BTreeMap<LeftOut, usize>,
}

/// A commit that is no candidate, as a line of `left_out.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutLine {
    /// The commit.
    pub commit: String,
    /// Why.
    pub reason: LeftOut,
}

impl MiningDocument {
    /// Counts what was mined.
    #[must_use]
    pub fn of(mined: &Mined) -> Self {
        let by_category = |parked: bool| -> BTreeMap<Category, usize> {
            let count = |category: &Category| {
                let of = mined.candidates.iter().filter(|candidate| candidate.category == *category);
                of.filter(|candidate| candidate.parked.is_some() == parked).count()
            };
            Category::ALL
                .iter()
                .map(|category| (*category, count(category)))
                .filter(|(_, count)| *count > 0)
                .collect()
        };
        let reasons = LeftOut::ALL.iter().map(|reason| (*reason, mined.count(*reason)));
        Self {
            schema_version: SCHEMA_VERSION,
            head: mined.head.clone(),
            commits: mined.steps,
            merges: mined.merges,
            candidates: by_category(false),
            parked: by_category(true),
            left_out: reasons.filter(|(_, count)| *count > 0).collect(),
        }
    }
}

/// The commits that are no candidates as JSON Lines, the newest first.
pub fn left_out_lines(mined: &Mined) -> Result<String, serde_json::Error> {
    let lines = mined.left_out.iter().map(|(commit, reason)| {
        serde_json::to_string(&LeftOutLine { commit: commit.clone(), reason: *reason })
            .map(|line| line + "\n")
    });
    lines.collect()
}

/// The JSON Schema of the document, as text with a final newline. Published as `docs/schema/mining.schema.json`.
#[must_use]
pub fn mining_schema() -> String {
    format!("{:#}\n", schema_for!(MiningDocument).to_value())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Write the file again with `ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-mine schema`.
    #[test]
    fn the_schema_of_what_mining_came_to_matches_the_published_file() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/mining.schema.json");
        if std::env::var_os("ASSAY_UPDATE_SCHEMA").is_some() {
            fs::write(&path, mining_schema()).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == mining_schema(),
            "{} is out of date: run ASSAY_UPDATE_SCHEMA=1 cargo test -p assay-mine schema",
            path.display()
        );
    }

    #[test]
    fn candidates_and_reasons_add_up_to_the_commits() {
        let folder = tempfile::tempdir().unwrap();
        crate::toy::make(folder.path()).unwrap();
        let mining = crate::Mining { since: None, before: None, issues: None, ecosystem: &crate::Python };
        let mined = crate::mine(folder.path(), &mining, &crate::mine::Silent).unwrap();
        let document = MiningDocument::of(&mined);
        let counts =
            document.candidates.values().chain(document.parked.values()).chain(document.left_out.values());
        assert_eq!(counts.sum::<usize>(), document.commits);
        assert_eq!(left_out_lines(&mined).unwrap().lines().count(), mined.left_out.len());
    }
}
