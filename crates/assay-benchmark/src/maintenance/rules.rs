//! What must hold of a task, wherever it comes from.

use std::fmt;

use assay_patch::{MemoryTree, RepositoryPath, apply, check_link, parse};
use assay_types::{Category, InvalidTaskId, MaintenanceTask, TestId, acts_or_hides};

use super::{REPOSITORY_FILES, TASK_TESTS};

/// The longest name of a test, in bytes.
const TEST_ID_BYTES: usize = 16 << 10;
/// The longest of the short texts: names, versions, digests.
const WORD_BYTES: usize = 200;

/// A file of a task's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaintenanceFile {
    /// `task.json`: everything that has no file of its own.
    Task,
    /// `statement.md`: what a model is asked.
    Statement,
    /// `reference.patch`: the change of source that was made in history.
    Reference,
    /// `tests.patch`: the change of tests.
    Tests,
    /// `requirements.txt`: the environment's lock, in pip's format.
    Requirements,
    /// `repository.tar`: the parent's files.
    Repository,
}

impl MaintenanceFile {
    /// Its name in the folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Task => "task.json",
            Self::Statement => "statement.md",
            Self::Reference => "reference.patch",
            Self::Tests => "tests.patch",
            Self::Requirements => "requirements.txt",
            Self::Repository => "repository.tar",
        }
    }
}

/// Why something is no maintenance task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", file.name())]
pub struct InvalidTask {
    /// The file that is at fault, or would be.
    pub file: MaintenanceFile,
    /// What is wrong with it. Untrusted text.
    pub problem: String,
}

impl InvalidTask {
    pub(super) fn of(file: MaintenanceFile, problem: impl fmt::Display) -> Self {
        Self { file, problem: problem.to_string() }
    }
}

impl From<InvalidTaskId> for InvalidTask {
    fn from(error: InvalidTaskId) -> Self {
        Self::of(MaintenanceFile::Task, error)
    }
}

/// Checks all of a task but its id.
pub(super) fn check(task: &MaintenanceTask, parent: &MemoryTree) -> Result<(), InvalidTask> {
    words(task).map_err(|problem| InvalidTask::of(MaintenanceFile::Task, problem))?;
    tests(task).map_err(|problem| InvalidTask::of(MaintenanceFile::Task, problem))?;
    if task.statement.trim().is_empty() {
        return Err(InvalidTask::of(MaintenanceFile::Statement, "it asks for nothing"));
    }
    files(parent).map_err(|problem| InvalidTask::of(MaintenanceFile::Repository, problem))?;
    let with_reference = patched(parent, &task.reference_patch)
        .map_err(|problem| InvalidTask::of(MaintenanceFile::Reference, problem))?;
    if !task.test_patch.is_empty() {
        patched(&with_reference, &task.test_patch)
            .map_err(|problem| InvalidTask::of(MaintenanceFile::Tests, problem))?;
    }
    Ok(())
}

/// The short texts.
fn words(task: &MaintenanceTask) -> Result<(), String> {
    let parts: Vec<&str> = task.repository.split('/').collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    if parts.len() > 3 || !parts.iter().all(plain) || task.repository.contains("..") {
        return Err(format!("`repository` must be like `owner/name`, and is {:?}", shown(&task.repository)));
    }
    for (name, commit) in [("parent", &task.parent), ("fix", &task.fix)] {
        let hexadecimal = commit.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !hexadecimal || !matches!(commit.len(), 40 | 64) {
            return Err(format!(
                "`{name}` must be a commit's id (40 or 64 hexadecimal digits), and is {:?}",
                shown(commit)
            ));
        }
    }
    for (name, time) in [("parent_committed", &task.parent_committed), ("fix_committed", &task.fix_committed)]
    {
        if !is_time(time) {
            return Err(format!(
                "`{name}` must be like `2024-02-29T01:01:01Z`, in UTC, and is {:?}",
                shown(time)
            ));
        }
    }
    let others = [
        ("licence", &task.licence),
        ("environment.digest", &task.environment.digest),
        ("environment.python", &task.environment.python),
    ];
    for (name, word) in others {
        if word.trim().is_empty() || word.len() > WORD_BYTES || word.chars().any(acts_or_hides) {
            return Err(format!(
                "`{name}` must be a short text that can be printed, and is {:?}",
                shown(word)
            ));
        }
    }
    if task.strength.noticed > task.strength.hunks {
        return Err("`strength` notices more hunks than there are".to_owned());
    }
    Ok(())
}

fn is_time(text: &str) -> bool {
    text.len() == 20
        && text.bytes().zip("dddd-dd-ddTdd:dd:ddZ".bytes()).all(|(byte, form)| match form {
            b'd' => byte.is_ascii_digit(),
            other => byte == other,
        })
}

/// Every test once, and enough of them to judge by.
fn tests(task: &MaintenanceTask) -> Result<(), String> {
    let lists = [("target_tests", &task.target_tests), ("regression_tests", &task.regression_tests)];
    if lists.iter().map(|(_, tests)| tests.len()).sum::<usize>() > TASK_TESTS {
        return Err(format!("it has more than {TASK_TESTS} tests"));
    }
    for (name, tests) in lists {
        let unusable = |test: &&TestId| test.0.trim().is_empty() || test.0.len() > TEST_ID_BYTES;
        if let Some(test) = tests.iter().find(unusable) {
            return Err(format!("`{name}` holds {:?}, which is no test's full name", shown(&test.0)));
        }
        if let Some(pair) = tests.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(format!(
                "`{name}` must be sorted and name each test once; see {:?}",
                shown(&pair[1].0)
            ));
        }
    }
    if let Some(test) =
        task.target_tests.iter().find(|test| task.regression_tests.binary_search(test).is_ok())
    {
        return Err(format!("{:?} is both a target and a regression test", shown(&test.0)));
    }
    // What preventive changes are judged by passes before, too.
    if task.target_tests.is_empty() && task.category != Category::Preventive {
        return Err("it has no target test, so nothing would tell a solution".to_owned());
    }
    if task.target_tests.is_empty() && task.regression_tests.is_empty() {
        return Err("it has no test".to_owned());
    }
    Ok(())
}

/// Files that lie where a patch may put files, too.
fn files(tree: &MemoryTree) -> Result<(), String> {
    if tree.0.len() > REPOSITORY_FILES {
        return Err(format!("it has more than {REPOSITORY_FILES} files"));
    }
    for (name, (mode, content)) in &tree.0 {
        let refused = |problem: &dyn fmt::Display| Err(format!("{:?} is refused: {problem}", shown(name)));
        let path = match RepositoryPath::new(name.as_bytes()) {
            Ok(path) => path,
            Err(problem) => return refused(&problem),
        };
        if mode.is_link() {
            if let Err(problem) = check_link(&path, content) {
                return refused(&problem);
            }
            if content.len() > super::archive::LINK_BYTES {
                return refused(&"its target is longer than 100 bytes");
            }
        }
        let parents = name.match_indices('/').map(|(end, _)| &name[..end]);
        for parent in parents {
            if tree.0.contains_key(parent) {
                return refused(&format_args!("{:?} is a file, so nothing can be below it", shown(parent)));
            }
        }
    }
    Ok(())
}

/// The tree with a patch of ours applied, which needs no repair.
fn patched(tree: &MemoryTree, patch: &str) -> Result<MemoryTree, String> {
    let applied = parse(patch.as_bytes()).and_then(|patch| apply(&patch, tree));
    let applied = applied.map_err(|fault| format!("it does not apply to the repository: {fault}"))?;
    if !applied.repairs.is_empty() {
        return Err("it applies only with repairs, which a task's own patch must not need".to_owned());
    }
    Ok(tree.with(&applied))
}

/// A text as far as a message needs it.
fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}
