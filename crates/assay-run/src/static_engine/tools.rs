//! Which tools there are here.

use std::path::{Path, PathBuf};
use std::process::Command;

use assay_python::{Naming, PythonVersion};
use serde::Deserialize;

use super::error::ToolError;
use super::pmd::Pmd;
use super::pylint::without_message;

/// Where the tools are, as the configuration names them; what is not named is looked for on `PATH`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolPaths {
    /// Pylint's program, or the Python that has it.
    pub pylint: Option<PathBuf>,
    /// PMD's program, or its folder.
    pub pmd: Option<PathBuf>,
}

/// The versions that assay's own rules are compared with.
const PINNED: [(&str, &str); 2] = [("Pylint", "4.1."), ("PMD", "7.28.")];

/// The tools as they were found.
#[derive(Debug)]
pub struct ReferenceTools {
    python: PathBuf,
    pylint: String,
    python_version: String,
    pmd: Option<Pmd>,
}

impl ReferenceTools {
    /// Finds Pylint, and PMD where duplicates are asked for, and sees that they can be used.
    pub fn find(paths: &ToolPaths, duplicates: bool) -> Result<Self, ToolError> {
        let (python, [pylint, python_version]) = pylint(paths.pylint.as_deref())?;
        if !["3.", "4."].iter().any(|major| pylint.starts_with(major)) {
            return Err(ToolError::PylintVersion { version: pylint });
        }
        let pmd = if duplicates { Some(Pmd::find(paths.pmd.as_deref())?) } else { None };
        Ok(Self { python, pylint, python_version, pmd })
    }

    pub(super) fn python(&self) -> &Path {
        &self.python
    }

    pub(super) fn pmd(&self) -> Option<&Pmd> {
        self.pmd.as_ref()
    }

    /// Whose rules for names this Pylint has.
    #[must_use]
    pub fn naming(&self) -> Naming {
        if self.pylint.starts_with("3.") { Naming::Pylint3 } else { Naming::Pylint4 }
    }

    /// The tools with their versions, and what is assay's own all the same.
    pub(super) fn described(&self) -> String {
        let mut text = format!("Pylint {} and difflib on Python {}", self.pylint, self.python_version);
        if let Some(pmd) = &self.pmd {
            text += &format!(", PMD {}", pmd.version);
        }
        let own: Vec<&str> = without_message().map(assay_python::Rule::name).collect();
        text + &format!(", and assay for {}", own.join(" and "))
    }

    /// What a reader should know of them: versions that assay's rules were not compared with, and another grammar than
    /// that of the environment's Python.
    #[must_use]
    pub fn warnings(&self, grammar: PythonVersion) -> Vec<String> {
        let versions = [Some(&self.pylint), self.pmd.as_ref().map(|pmd| &pmd.version)];
        let mut warnings = Vec::new();
        for ((tool, pinned), version) in PINNED.into_iter().zip(versions) {
            if let Some(version) = version.filter(|version| !version.starts_with(pinned)) {
                warnings.push(format!(
                    "static checks are by {tool} {version}; assay's own rules are those of {tool} {pinned}x, so the two may differ"
                ));
            }
        }
        if !self.python_version.starts_with(&format!("{grammar}.")) {
            warnings.push(format!(
                "Pylint reads code by the grammar of its own Python {}, and samples run with Python {grammar}: syntax_error may differ",
                self.python_version
            ));
        }
        warnings
    }
}

/// What a Python is asked for, to see whether it has Pylint.
const QUESTION: &str = "import sys, pylint; print(pylint.__version__, sys.version.split()[0])";

/// A Python that has Pylint, with the versions of both.
fn pylint(named: Option<&Path>) -> Result<(PathBuf, [String; 2]), ToolError> {
    let mut candidates = Vec::new();
    let program = named.map(Path::to_owned).or_else(|| on_path("pylint"));
    if let Some(program) = &program {
        // Not the program's target: a virtual environment's Python is known by the link's own place.
        candidates.extend(program.parent().map(|folder| folder.join("python3")));
        let target = program.canonicalize().ok();
        candidates.extend(target.and_then(|target| Some(target.parent()?.join("python3"))));
    }
    match named {
        Some(path) if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("pylint")) => {
            candidates.clear();
            candidates.push(path.to_owned());
        }
        Some(_) => {}
        None => candidates.extend(on_path("python3")),
    }
    for python in candidates.iter().map(|python| from_anywhere(python)) {
        if let Some(versions) = versions(&python) {
            return Ok((python, versions));
        }
    }
    let problem = match (named, candidates.last()) {
        (Some(path), _) => format!("{} does not lead to a Python that has it", path.display()),
        (None, Some(python)) => format!("{} does not have it", python.display()),
        (None, None) => "there is no pylint and no python3 on PATH".to_owned(),
    };
    Err(ToolError::NoPylint { problem })
}

fn versions(python: &Path) -> Option<[String; 2]> {
    let said = Command::new(python).env_clear().args(["-I", "-c", QUESTION]).output().ok()?;
    let text = String::from_utf8(said.stdout).ok().filter(|_| said.status.success())?;
    let mut words = text.split_whitespace().map(str::to_owned);
    Some([words.next()?, words.next()?])
}

/// A program's path, good in another folder, too. Links stay what they are: a virtual environment's Python is known by
/// its own place.
pub(super) fn from_anywhere(program: &Path) -> PathBuf {
    let is_name = program.components().count() < 2;
    let absolute = std::path::absolute(program).ok().filter(|_| !is_name);
    absolute.unwrap_or_else(|| program.to_owned())
}

/// A program by its name.
pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// A command without anything of the user's environment, in this folder.
pub(super) fn bare<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.env_clear().env("HOME", folder).env("TMPDIR", folder).env("LC_ALL", "C.UTF-8").current_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(pylint: &str, python: &str) -> ReferenceTools {
        ReferenceTools {
            python: PathBuf::new(),
            pylint: pylint.to_owned(),
            python_version: python.to_owned(),
            pmd: None,
        }
    }

    #[test]
    fn versions_that_nobody_compared_and_another_grammar_are_said() {
        assert_eq!(tools("4.1.9", "3.11.7").warnings(PythonVersion::PY311), [""; 0]);
        let warnings = tools("3.3.1", "3.1.1").warnings(PythonVersion::PY311);
        assert!(
            warnings[0].contains("by Pylint 3.3.1;") && warnings[1].contains("Python 3.1.1,"),
            "{warnings:?}"
        );
        assert_eq!(tools("3.3.1", "3.11.7").naming(), Naming::Pylint3);
    }

    #[test]
    fn what_is_assays_own_all_the_same_is_named() {
        assert_eq!(
            tools("4.1.4", "3.11.7").described(),
            "Pylint 4.1.4 and difflib on Python 3.11.7, and assay for returned_condition and reduced_lambda"
        );
    }

    #[test]
    fn a_relative_program_is_the_same_in_another_folder_and_a_name_stays_one() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(from_anywhere(Path::new("venv/bin/python3")), here.join("venv/bin/python3"));
        assert_eq!(from_anywhere(Path::new("python3")), Path::new("python3"));
    }

    #[test]
    fn a_python_without_pylint_is_none_and_the_error_says_how_to_install_it() {
        let named = Path::new("/nowhere/pylint");
        let error = pylint(Some(named)).unwrap_err().to_string();
        assert!(error.contains("/nowhere/pylint") && error.contains("pip install pylint==4.1.4"), "{error}");
    }
}
