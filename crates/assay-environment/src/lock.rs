//! Locking what a project needs, with hashes, as it could be had on a day.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assay_sandbox::SandboxError;

use crate::EnvironmentError;
use crate::interpreter::Interpreter;
use crate::packages;
use crate::project::{ProjectRequirements, plain_name};

/// The version of uv that resolves. Another one may choose otherwise.
pub const UV_VERSION: &str = "0.13.9";
/// uv's wheels for Linux on x86-64 and on ARM.
const UV: &str = "uv==0.13.9 \
    --hash=sha256:d7f459fe4fd247d830351c75686d3996ace3c6f3f728eb0e85a30b7ada0cef19 \
    --hash=sha256:5435c5ce14a56431208ca0996416d310f1598e8c2c8ba707688985a16bb82dbe\n";
/// What uv finds of the variables around it: where it may write, how it reaches the index, and nothing that changes what it chooses.
const VARIABLES: [&str; 11] = [
    "HOME",
    "PATH",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
];
/// The most of uv's words that are kept.
const SAID: usize = 2000;

/// Why a project has no lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// The repository's metadata cannot be read.
    #[error("the project's metadata cannot be read: {problem}")]
    Metadata {
        /// What is wrong.
        problem: String,
    },
    /// A requirement is not a package of the index.
    #[error(
        "{requirement:?} is no package of the index with its versions; addresses, paths and options are refused"
    )]
    Refused {
        /// The requirement.
        requirement: String,
    },
    /// A package had no wheel on that day, and nothing is built.
    #[error("a package had no usable wheel by then, and nothing is built here: {said}")]
    NoWheel {
        /// What the resolver says.
        said: String,
    },
    /// The requirements cannot be met together, or not by then.
    #[error("the requirements cannot be met: {said}")]
    Conflict {
        /// What the resolver says.
        said: String,
    },
    /// The lock would bring the project itself, and with it perhaps the fix.
    #[error("what the project's tests need brings the project itself: {name}")]
    BringsItself {
        /// The project.
        name: String,
    },
    /// The package index cannot be reached: a matter of this machine.
    #[error("the package index could not be asked: {said}\n  the network is needed for this step; try again")]
    Index {
        /// What the resolver says.
        said: String,
    },
    /// The resolver failed otherwise: a matter of this machine.
    #[error("uv {UV_VERSION} failed: {said}")]
    Resolver {
        /// What it says.
        said: String,
    },
    /// The resolver could not be had: a matter of this machine.
    #[error("uv {UV_VERSION} could not be installed: {0}")]
    Unavailable(#[source] EnvironmentError),
    /// The sandbox failed: a matter of this machine.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

impl LockError {
    /// Whether the project is to blame, so that trying again changes nothing.
    #[must_use]
    pub fn is_the_projects(&self) -> bool {
        match self {
            Self::Metadata { .. }
            | Self::Refused { .. }
            | Self::NoWheel { .. }
            | Self::Conflict { .. }
            | Self::BringsItself { .. } => true,
            Self::Index { .. } | Self::Resolver { .. } | Self::Unavailable(_) | Self::Sandbox(_) => false,
        }
    }
}

/// Resolves requirements with uv, which is kept in a folder.
#[derive(Debug)]
pub struct Resolver {
    uv: PathBuf,
    cache: PathBuf,
    interpreter: Interpreter,
}

impl Resolver {
    /// uv below this folder, installed there by hash the first time.
    pub fn at(folder: &Path, interpreter: &Interpreter) -> Result<Self, LockError> {
        let home = folder.join(format!("uv-{UV_VERSION}"));
        let uv = home.join("bin/uv");
        if !uv.is_file() {
            let failed = |path: &Path| {
                let path = path.to_owned();
                move |source| LockError::Unavailable(EnvironmentError::Build { path, source })
            };
            fs::create_dir_all(folder).map_err(failed(folder))?;
            let scratch = tempfile::tempdir_in(folder).map_err(failed(folder))?;
            packages::install(interpreter, UV, scratch.path()).map_err(LockError::Unavailable)?;
            // Whoever comes second finds the first one's, which is the same.
            if fs::rename(scratch.path(), &home).is_ok() {
                drop(scratch.keep());
            }
        }
        Ok(Self { uv, cache: folder.join("uv-cache"), interpreter: interpreter.clone() })
    }

    /// A lock in pip's format, of wheels alone, as the index had them at this time (such as `2024-01-02T12:00:00Z`).
    pub fn lock(&self, project: &ProjectRequirements, before: &str) -> Result<String, LockError> {
        let failed = |error: std::io::Error| LockError::Resolver { said: error.to_string() };
        let scratch = tempfile::tempdir().map_err(failed)?;
        let requirements = scratch.path().join("requirements.in");
        fs::write(&requirements, project.requirements.join("\n") + "\n").map_err(failed)?;
        let [major, minor, _] = self.interpreter.version;
        let variables = VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let output = Command::new(&self.uv)
            .args(["pip", "compile", "--generate-hashes", "--only-binary", ":all:"])
            .args([
                "--no-config",
                "--no-header",
                "--no-annotate",
                "--no-progress",
                "--color",
                "never",
                "--quiet",
            ])
            .args(["--no-python-downloads", "--system-certs", "--exclude-newer", before])
            .args(["--python-version", &format!("{major}.{minor}"), "--python"])
            .arg(&self.interpreter.executable)
            .arg("--cache-dir")
            .arg(&self.cache)
            .arg(&requirements)
            .current_dir(scratch.path())
            .env_clear()
            .envs(variables)
            .stdin(Stdio::null())
            .output()
            .map_err(failed)?;
        if !output.status.success() {
            return Err(of_words(&String::from_utf8_lossy(&output.stderr)));
        }
        let lock = String::from_utf8_lossy(&output.stdout).into_owned();
        let own = plain_name(&project.name);
        let brings = |line: &str| line.contains("==") && !own.is_empty() && plain_name(line) == own;
        if lock.lines().any(brings) {
            return Err(LockError::BringsItself { name: own });
        }
        Ok(lock)
    }
}

/// Which fault uv's words tell.
fn of_words(words: &str) -> LockError {
    let lines: Vec<&str> = words.split_whitespace().collect();
    let said: String = lines.join(" ").chars().take(SAID).collect();
    let tells = |parts: &[&str]| parts.iter().any(|part| said.contains(part));
    if tells(&["Failed to fetch", "error sending request", "Could not connect", "HTTP status"]) {
        LockError::Index { said }
    } else if tells(&["no usable wheels", "Wheels are required", "no wheels with a matching"]) {
        LockError::NoWheel { said }
    } else if tells(&["No solution found"]) {
        LockError::Conflict { said }
    } else if tells(&["Couldn't parse requirement"]) {
        LockError::Metadata { problem: said }
    } else {
        LockError::Resolver { said }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uvs_words_say_whose_fault_it_is() {
        let wheel = "error: No solution found when resolving dependencies\n  cause: Because docopt==0.6.2 has no usable wheels and you require docopt==0.6.2, we can conclude that your requirements are unsatisfiable.";
        assert!(matches!(of_words(wheel), LockError::NoWheel { .. }));
        let conflict = "error: No solution found when resolving dependencies\n  cause: Because only pytest<=8.0.0rc1 is available";
        assert!(matches!(of_words(conflict), LockError::Conflict { .. }));
        let network = "error: Request failed after 3 retries\n  cause: Failed to fetch: http://127.0.0.1:9/simple/pytest/";
        assert!(matches!(of_words(network), LockError::Index { .. }));
        assert!(matches!(of_words("error: out of memory"), LockError::Resolver { .. }));
        assert!(of_words(wheel).is_the_projects() && !of_words(network).is_the_projects());
    }
}
