//! What can be wrong with a benchmark or a samples file. All of it is the input's fault, none of it a sample's.

use std::io;
use std::path::{Path, PathBuf};

/// A file that cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// Neither a known name nor a path.
    #[error(
        "no benchmark {name:?}: it is neither a file or folder nor one of {known}\n  `assay benchmark list` shows what there is"
    )]
    Unknown {
        /// What was asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// Known, but not on this machine.
    #[error("the benchmark {name} is not on this machine yet\n  `assay benchmark fetch {name}` gets it")]
    NotFetched {
        /// Its name.
        name: &'static str,
    },
    /// The file or folder cannot be read.
    #[error("cannot read {}: {source}\n  look whether the name is right, and whether you may read it", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The file or folder cannot be written.
    #[error("cannot write {}: {source}\n  look whether you may write there, and whether there is room", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The content is not what its lock says.
    #[error(
        "{} is not the locked content: its sha256 is {found}, not {expected}\n  remove it and fetch it again",
        path.display()
    )]
    Digest {
        /// The file.
        path: PathBuf,
        /// Digest of what is there.
        found: String,
        /// Digest of the lock.
        expected: String,
    },
    /// A line of a samples file is wrong.
    #[error(
        "{}:{line}: {problem}\n  this line of the samples is at fault: mend or remove it, or go on without it by --keep-going",
        path.display()
    )]
    Sample {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A file of a folder of samples is wrong.
    #[error(
        "{}: {problem}\n  this file of the samples is at fault: mend or remove it, or go on without it by --keep-going",
        path.display()
    )]
    SampleFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// What is given as samples is in no format that is read.
    #[error(
        "{}{}: these are no samples in a format that assay reads; tried, in this order:{}\n  docs/formats.md has an example of each",
        path.display(),
        line.map_or_else(String::new, |line| format!(":{line}")),
        listed(tried)
    )]
    NoFormat {
        /// The file or folder.
        path: PathBuf,
        /// The line, from 1, that was looked at.
        line: Option<u64>,
        /// Each format's name, and why it does not fit.
        tried: Vec<(&'static str, String)>,
    },
    /// A line of a benchmark is wrong.
    #[error("{}:{line}: {problem}\n  the benchmark is at fault, no model: mend it there", path.display())]
    Task {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// From this line on a file cannot be read.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
    /// A file as a whole is wrong.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// Names of formats, and why each does not fit.
fn listed(tried: &[(&str, String)]) -> String {
    tried.iter().fold(String::new(), |text, (name, why)| text + &format!("\n    {name}: {why}"))
}

impl BenchmarkError {
    pub(crate) fn read(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Read { path: path.clone(), source }
    }

    pub(crate) fn write(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Write { path: path.clone(), source }
    }

    pub(crate) fn line(path: &Path, line: u64, problem: impl Into<String>) -> Self {
        Self::Line { path: path.to_owned(), line, problem: problem.into() }
    }

    pub(crate) fn sample(path: &Path, line: u64, problem: impl Into<String>) -> Self {
        Self::Sample { path: path.to_owned(), line, problem: problem.into() }
    }

    pub(crate) fn task(path: &Path, line: u64, problem: impl Into<String>) -> Self {
        Self::Task { path: path.to_owned(), line, problem: problem.into() }
    }

    pub(crate) fn file(path: &Path, problem: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into() }
    }
}
