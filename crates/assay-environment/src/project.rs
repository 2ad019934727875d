//! What a repository says that it and its tests need.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_sandbox::{Command, CommandEnd, CommandFile, Engine, EnvironmentRoot, Limits};
use assay_types::Digest;
use serde::Deserialize;

use crate::lock::LockError;

/// Reads metadata as text, in the sandbox: parsers meet foreign files there and nowhere else.
const READER: &str = include_str!("../python/project_requirements.py");
/// The most requirements that are taken, and the most characters of one.
const MOST_REQUIREMENTS: usize = 1000;
const LONGEST: usize = 300;
/// The most bytes of a file of metadata.
const MOST_BYTES: usize = 1 << 20;

/// What a repository says that it and its tests need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectRequirements {
    /// The name that the project gives itself; empty where it gives none.
    pub name: String,
    /// Requirements in the standard's words (PEP 508), such as `attrs>=22.2`. pytest is among them.
    pub requirements: Vec<String>,
    /// Where they were found.
    pub sources: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    requirements: Vec<String>,
    #[serde(default)]
    sources: Vec<String>,
    problem: Option<String>,
}

/// Whether a file of a repository, by its path, is one that may say what it needs.
#[must_use]
pub fn is_project_metadata(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "pyproject.toml" | "setup.cfg" | "setup.py" | "tox.ini" => folder.is_empty(),
        _ => {
            (name.contains("require") || folder.ends_with("requirements"))
                && name.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "txt" | "in" | "pip"))
        }
    }
}

/// Identifies what reads metadata; part of whatever hangs on what it says.
#[must_use]
pub fn requirements_reader_version() -> String {
    Digest::of(READER.as_bytes()).to_string()
}

/// Reads the metadata files of a repository (path and bytes) in an environment for commands.
pub fn project_requirements(
    engine: &dyn Engine,
    environment: &EnvironmentRoot,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<ProjectRequirements, LockError> {
    let metadata = |problem: String| LockError::Metadata { problem };
    let fitting = files.iter().filter(|(path, bytes)| is_project_metadata(path) && bytes.len() <= MOST_BYTES);
    let command = Command {
        arguments: ["python3", "-s", "-P", "-c", READER].map(str::to_owned).to_vec(),
        files: fitting
            .map(|(path, bytes)| CommandFile { path: path.clone(), content: Arc::from(&bytes[..]) })
            .collect(),
        input: Arc::from(&b""[..]),
        limits: METADATA_LIMITS,
    };
    let report = engine.command(environment, &command, &AtomicBool::new(false))?;
    if report.end != (CommandEnd::Exited { exit: 0 }) {
        return Err(metadata(format!("reading it ended with {:?}", report.end)));
    }
    let answer: Answer = serde_json::from_slice(&report.output)
        .map_err(|_| metadata("it made its reader print something else than an answer".to_owned()))?;
    if let Some(problem) = answer.problem {
        return Err(metadata(problem));
    }
    let Answer { name, mut requirements, sources, .. } = answer;
    if requirements.len() > MOST_REQUIREMENTS {
        return Err(metadata(format!("it has over {MOST_REQUIREMENTS} requirements")));
    }
    if let Some(refused) = requirements.iter().find(|requirement| !is_plain(requirement)) {
        return Err(LockError::Refused { requirement: refused.chars().take(LONGEST).collect() });
    }
    if !requirements.iter().any(|requirement| plain_name(requirement) == "pytest") {
        requirements.push("pytest".to_owned());
    }
    Ok(ProjectRequirements { name, requirements, sources })
}

/// What reading a project's metadata may take.
pub const METADATA_LIMITS: Limits = Limits {
    cpu_seconds: 20,
    judge_cpu_seconds: 1,
    wall_milliseconds: 60_000,
    memory_bytes: 1 << 30,
    processes: 16,
    descriptors: 64,
    disk_bytes: 64 << 20,
    inodes: 4096,
    output_bytes: 1 << 20,
};

/// Whether a requirement names a package of the index with its versions, and nothing else: no address, path or option.
fn is_plain(requirement: &str) -> bool {
    let allowed =
        |character: char| character.is_ascii_alphanumeric() || "._-[],<>=!~;()'\" *+".contains(character);
    requirement.len() <= LONGEST
        && requirement.starts_with(|first: char| first.is_ascii_alphanumeric())
        && requirement.chars().all(allowed)
}

/// The name in a requirement, as all its spellings are compared (PEP 503).
pub(crate) fn plain_name(requirement: &str) -> String {
    let name = requirement.trim().split(|character: char| {
        !(character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-'))
    });
    let name = name.into_iter().next().unwrap_or_default().to_ascii_lowercase();
    let parts: Vec<&str> = name.split(['.', '_', '-']).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_that_name_an_address_a_path_or_an_option_are_refused() {
        for plain in ["attrs", "attrs[a,b]>=22.2,!=23; python_version < '3.12'", "a ~= 1.0", "a==1.*"] {
            assert!(is_plain(plain), "{plain}");
        }
        for other in [
            "",
            "-r x",
            "--index-url=x",
            "a @ https://example.org/a.whl",
            "git+ssh://x",
            "./a",
            "/a",
            "a\n--pre",
            "a\\b",
            "\u{e4}",
        ] {
            assert!(!is_plain(other), "{other}");
        }
    }

    #[test]
    fn names_are_compared_as_the_index_compares_them() {
        for requirement in ["My.Pkg", "my_pkg>=1", "MY--pkg [x]; a", " my-pkg==2"] {
            assert_eq!(plain_name(requirement), "my-pkg");
        }
    }

    #[test]
    fn metadata_are_told_by_their_paths() {
        for path in
            ["setup.py", "tox.ini", "requirements-dev.txt", "requirements/test.in", "test-requirements.txt"]
        {
            assert!(is_project_metadata(path), "{path}");
        }
        for path in ["docs/setup.py", "package/setup.cfg", "requirements.py", "notes.txt"] {
            assert!(!is_project_metadata(path), "{path}");
        }
    }
}
