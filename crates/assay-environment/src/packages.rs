//! The packages that a benchmark needs, installed by pip from a lock with hashes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::EnvironmentError;
use crate::interpreter::Interpreter;

/// Installs every line of a lock into a folder. Only wheels: nothing of a package runs while it is installed.
pub(crate) fn install(interpreter: &Interpreter, lock: &str, folder: &Path) -> Result<(), EnvironmentError> {
    let failed = |problem: String| EnvironmentError::Packages { problem };
    let scratch = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let file = scratch.path().join("requirements.txt");
    fs::write(&file, lock).map_err(|error| failed(error.to_string()))?;
    let output = Command::new(&interpreter.executable)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"])
        .args(["--no-deps", "--require-hashes", "--only-binary", ":all:", "--target"])
        .arg(folder)
        .arg("--requirement")
        .arg(&file)
        .env("PIP_ROOT_USER_ACTION", "ignore")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let said = errors.lines().find(|line| line.starts_with("ERROR:"));
    let said = said.or_else(|| errors.lines().rfind(|line| !line.trim().is_empty()));
    Err(failed(said.unwrap_or("pip failed without a word").to_owned()))
}
