//! Tasks of a benchmark.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::acts_or_hides;

/// A task's name within its benchmark, such as `HumanEval/32`. Safe to show, but never used as a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TaskId(Arc<str>);

/// The text cannot be a task's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} cannot be a task id: {reason}")]
pub struct InvalidTaskId {
    text: String,
    reason: &'static str,
}

impl TaskId {
    /// Longest id, in bytes.
    pub const MAXIMUM_BYTES: usize = 200;

    /// Checks a name.
    pub fn new(text: &str) -> Result<Self, InvalidTaskId> {
        let reason = if text.is_empty() {
            "it is empty"
        } else if text.len() > Self::MAXIMUM_BYTES {
            "it is longer than 200 bytes"
        } else if text.chars().any(acts_or_hides) {
            "it holds a control character or an invisible one"
        } else if text.contains("..")
            || text.contains('\\')
            || text.split('/').any(|part| part == "." || part.is_empty())
        {
            "it reads like a path that leads elsewhere"
        } else {
            return Ok(Self(Arc::from(text)));
        };
        Err(InvalidTaskId { text: text.chars().take(80).collect(), reason })
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl TryFrom<String> for TaskId {
    type Error = InvalidTaskId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text)
    }
}

impl From<TaskId> for String {
    fn from(id: TaskId) -> Self {
        id.0.to_string()
    }
}

/// How a task's tests meet the sample (DESIGN.md, decision 3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Isolation {
    /// In different processes; only plain data crosses.
    #[default]
    Split,
    /// In one process, for tests that need the sample there: classes, mocks, captured output.
    Shared,
}

/// The packages that a benchmark's tasks run with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirements {
    /// A lock in pip's format: every package pinned, with hashes.
    pub lock: Arc<str>,
    /// Modules loaded once, before any sample, because most samples import them.
    pub warm: Vec<String>,
}

/// Who may see a benchmark's tasks (DESIGN.md, decision 13).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confidentiality {
    /// Everybody.
    #[default]
    Public,
    /// Nothing of it may leave this machine.
    LocalOnly,
    /// Only these providers.
    Providers(Vec<String>),
}

/// A text that is no [`Confidentiality`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidConfidentiality;

impl fmt::Display for InvalidConfidentiality {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("one of these is expected: public, local_only, providers:NAME,NAME")
    }
}

impl std::error::Error for InvalidConfidentiality {}

impl FromStr for Confidentiality {
    type Err = InvalidConfidentiality;

    /// Reads `public`, `local_only`, and `providers:` with names between commas.
    fn from_str(text: &str) -> Result<Self, InvalidConfidentiality> {
        match (text, text.strip_prefix("providers:")) {
            ("public", _) => Ok(Self::Public),
            ("local_only", _) => Ok(Self::LocalOnly),
            (_, Some(names)) if !names.split(',').any(|name| name.trim().is_empty()) => {
                Ok(Self::Providers(names.split(',').map(|name| name.trim().to_owned()).collect()))
            }
            _ => Err(InvalidConfidentiality),
        }
    }
}

/// What a task sets itself of the rule that limits follow; the rest is as for every task.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TaskLimits {
    /// CPU limit ÷ the reference's CPU time.
    pub multiple: Option<f64>,
    /// Least CPU limit, in seconds.
    pub floor_seconds: Option<f64>,
    /// Private memory of one process, in bytes.
    pub memory_bytes: Option<u64>,
}

/// One snippet task: what is asked and how an answer is judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Its name.
    pub id: TaskId,
    /// What the model is shown: code that ends in the docstring of the function to write.
    pub prompt: Arc<str>,
    /// The function or class that the tests call.
    pub entry_point: String,
    /// A module that solves the task.
    pub reference: Arc<str>,
    /// `def check(candidate)` or asserts that call the entry point by its name.
    pub tests: Arc<str>,
    /// Modules that look right and must fail: name and text.
    pub wrong: Vec<(String, Arc<str>)>,
    /// How tests and sample meet.
    pub isolation: Isolation,
    /// The task's own limits.
    pub limits: TaskLimits,
    /// The author's estimate, such as `easy`.
    pub difficulty: Option<String>,
    /// What it is about.
    pub tags: Vec<String>,
}

impl Task {
    /// A task that only asks: without reference, tests or anything else that may be set afterwards.
    #[must_use]
    pub fn asking(id: TaskId, entry_point: &str, prompt: &str) -> Self {
        Self {
            id,
            prompt: Arc::from(prompt),
            entry_point: entry_point.to_owned(),
            reference: Arc::from(""),
            tests: Arc::from(""),
            wrong: Vec::new(),
            isolation: Isolation::default(),
            difficulty: None,
            tags: Vec::new(),
            limits: TaskLimits::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_accepted() {
        for text in ["HumanEval/0", "parse_duration", "ClassEval_12", "Ünïcode"] {
            assert_eq!(TaskId::new(text).map(|id| id.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn who_may_see_tasks_is_said_in_the_words_of_benchmarks() {
        let providers = |names: &[&str]| {
            Ok(Confidentiality::Providers(names.iter().map(|name| (*name).to_owned()).collect()))
        };
        assert_eq!("public".parse(), Ok(Confidentiality::Public));
        assert_eq!("local_only".parse(), Ok(Confidentiality::LocalOnly));
        assert_eq!("providers:one, two".parse(), providers(&["one", "two"]));
        for text in ["", "secret", "providers", "providers:", "providers:one,,two", "Public"] {
            assert_eq!(text.parse::<Confidentiality>(), Err(InvalidConfidentiality), "{text:?}");
        }
    }

    #[test]
    fn attack_55_names_that_read_like_paths_elsewhere_are_refused() {
        for text in ["..", "a/../b", "../a", "a..b", "/etc/passwd", "a//b", "a/", "./a", "..\\a", "C:\\a"] {
            assert!(TaskId::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn attack_54_names_that_act_or_hide_are_refused() {
        for text in
            ["", "a\nb", "a\0", "a\u{1b}[2J", "a\u{9b}2J", "a\u{202e}b", "a\u{e0041}", &"x".repeat(201)]
        {
            assert!(TaskId::new(text).is_err(), "{text:?}");
        }
    }
}
