//! What static checks say of one sample.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// What one check says of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Something is flagged.
    Flagged,
    /// It was judged, and nothing is flagged.
    Clean,
    /// Nothing is flagged for certain, something may be: it depends on a module that nobody here knows.
    Undecided,
    /// The check has nothing to judge: there is no code, or it does not parse.
    NotJudged,
    /// The code is beyond the limits of the analysis. Never counted as clean.
    AnalysisFailed,
}

/// One place that a check flags.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaticFinding {
    /// The check.
    pub check: Cow<'static, str>,
    /// The rule of that check.
    pub rule: Cow<'static, str>,
    /// Pylint's id of the same message, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pylint: Option<&'static str>,
    /// Line of the judged module, from 1.
    pub line: usize,
    /// Column, from 0, in bytes of UTF-8, where it is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong there. May quote the sample: untrusted text.
    pub message: String,
}

/// What all static checks say of a sample.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StaticFindings {
    /// Each check's word, in the order of the report's rows.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "BTreeMap<String, Flag>")]
    pub flags: Vec<(Cow<'static, str>, Flag)>,
    /// What is flagged, by check and place; of each check no more than the first hundred.
    pub findings: Vec<StaticFinding>,
}

fn by_name<S: Serializer>(flags: &[(Cow<'static, str>, Flag)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(flags.iter().map(|(name, flag)| (name, flag)))
}

impl StaticFindings {
    /// A check's word; [`Flag::NotJudged`] where there is none.
    #[must_use]
    pub fn flag(&self, check: &str) -> Flag {
        self.flags.iter().find(|(name, _)| name == check).map_or(Flag::NotJudged, |(_, flag)| *flag)
    }

    /// What a check flags, by place.
    pub fn of<'a>(&'a self, check: &'a str) -> impl Iterator<Item = &'a StaticFinding> {
        self.findings.iter().filter(move |finding| finding.check == check)
    }
}
