//! Which shared libraries a set of programs needs, by the dynamic loader's own account.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::EnvironmentError;

/// Absolute paths of all libraries (and of the loader) that the given programs and modules need.
///
/// A module whose libraries are not all there is left as it is: importing it fails in the sandbox as it does outside.
pub(crate) fn needed_by(programs: &[PathBuf]) -> Result<BTreeSet<PathBuf>, EnvironmentError> {
    let failed = |problem: String| EnvironmentError::Tool { tool: "ldd", problem };
    let output =
        Command::new("ldd").args(programs).env_clear().output().map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let found: BTreeSet<PathBuf> = text.lines().filter_map(library_of_line).collect();
    if found.is_empty() {
        return Err(failed(format!(
            "it named no library of {}",
            programs.first().map_or(Path::new(""), |p| p).display()
        )));
    }
    Ok(found)
}

/// Reads `\tlibc.so.6 => /lib/…/libc.so.6 (0x…)` and `\t/lib64/ld-linux-x86-64.so.2 (0x…)`.
fn library_of_line(line: &str) -> Option<PathBuf> {
    let line = line.strip_prefix('\t')?;
    let path = line.split_once(" => ").map_or(line, |(_name, path)| path);
    let path = path.rsplit_once(" (").map_or(path, |(path, _address)| path);
    path.starts_with('/').then(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_loaders_lines() {
        let path = |text| library_of_line(text).map(|path| path.display().to_string());
        assert_eq!(path("\tlibc.so.6 => /lib/x/libc.so.6 (0x00007f)").as_deref(), Some("/lib/x/libc.so.6"));
        assert_eq!(
            path("\t/lib64/ld-linux-x86-64.so.2 (0x1)").as_deref(),
            Some("/lib64/ld-linux-x86-64.so.2")
        );
        assert_eq!(path("\tlinux-vdso.so.1 (0x00007f)"), None);
        assert_eq!(path("\tlibtk8.6.so => not found"), None);
        assert_eq!(path("/usr/bin/python3.11:"), None);
    }
}
