//! What tasks run in.
//!
//! An environment is a folder that becomes a trial's whole file system, read-only: one Python interpreter, its standard
//! library, the shared libraries they need, and the Python half of assay-sandbox. It is copied from an interpreter of
//! this machine once, named by the digest of its content, and never changed: what the machine's owner installs or
//! removes later does not reach it, and every result says which digest it comes from. Packages that a benchmark needs
//! are installed into it from a lock with hashes; what a repository's tests need is locked here, too ([`Resolver`]). Commands of the user's run in an environment of their own, which holds a
//! shell and the programs that scripts are made of besides.
#![forbid(unsafe_code)]

mod build;
mod commands;
mod environments;
mod interpreter;
mod libraries;
mod lock;
mod packages;
mod project;
mod settling;
mod wheel;

use std::io;
use std::path::PathBuf;

use assay_sandbox::EnvironmentRoot;

pub use environments::Environments;
pub use interpreter::Interpreter;
pub use lock::{LockError, Resolver, UV_VERSION};
pub use project::{
    METADATA_LIMITS, ProjectRequirements, is_project_metadata, project_requirements,
    requirements_reader_version,
};
pub use settling::Settling;
pub use wheel::file_of_wheel;

/// Why there is no environment. Always a matter of this machine, never of a sample.
#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// No interpreter that fits.
    #[error(
        "no usable Python at {program:?}: {problem}\n  install Python 3.11 or later, or name one with --python"
    )]
    Interpreter {
        /// The program that was tried.
        program: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The folder could not be made.
    #[error("the environment could not be built: {}: {source}\n  it needs about 50 MB in the store; another folder can be named with --store", path.display())]
    Build {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// A Python package could not be had.
    #[error(
        "{requirement} could not be fetched: {problem}\n  pip is needed (Debian: apt-get install python3-pip), and a package index that it reaches"
    )]
    Package {
        /// The requirement.
        requirement: String,
        /// What went wrong.
        problem: String,
    },
    /// The benchmark's packages could not be installed.
    #[error(
        "the benchmark's packages could not be installed: {problem}\n  its requirements.txt must pin every package, those that packages need included, with ==, and carry a --hash for each (pip-compile --generate-hashes writes one); pip is needed, and a package index that it reaches"
    )]
    Packages {
        /// pip's last line.
        problem: String,
    },
    /// A tool of the machine failed.
    #[error("{tool} failed: {problem}")]
    Tool {
        /// Its name.
        tool: &'static str,
        /// What it said.
        problem: String,
    },
}

/// An environment that is ready to be used.
#[derive(Debug, Clone)]
pub struct Environment {
    /// Digest of its content.
    pub digest: String,
    /// Version of its interpreter, such as `3.11.7`.
    pub python: String,
    /// Where the sandbox finds it.
    pub root: EnvironmentRoot,
}
