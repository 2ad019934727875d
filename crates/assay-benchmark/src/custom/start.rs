//! A new benchmark: a folder with two small tasks to be replaced.

use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};

use super::included;
use crate::BenchmarkError;

static TEMPLATE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/template");

/// The name that a new benchmark's own takes the place of.
const NAME: &str = "our-benchmark";

/// Starts a benchmark in a folder, which must be new or empty, and returns the files written, in order.
pub fn start(folder: &Path) -> Result<Vec<String>, BenchmarkError> {
    let failed = BenchmarkError::write(folder);
    fs::create_dir_all(folder).map_err(&failed)?;
    if fs::read_dir(folder).map_err(&failed)?.next().is_some() {
        let problem = "this folder is not empty: name one that is new or empty";
        return Err(BenchmarkError::file(folder, problem));
    }
    let name = std::path::absolute(folder).map_err(&failed)?;
    let name = name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let plain =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let name = if plain(&name) { &*name } else { NAME };
    let mut files = included(&TEMPLATE);
    files.sort_unstable();
    let mut written = Vec::new();
    for (inner, bytes) in files {
        let path = folder.join(inner);
        let failed = BenchmarkError::write(&path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(&failed)?;
        }
        let text = String::from_utf8_lossy(bytes).replace(NAME, name);
        fs::write(&path, text).map_err(&failed)?;
        written.push(inner.display().to_string());
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_benchmark_can_be_read_and_has_the_folders_name() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("team-tasks");
        let written = start(&folder).unwrap();
        assert!(written.contains(&"benchmark.toml".to_owned()), "{written:?}");
        let benchmark = super::super::from_folder(&folder).unwrap();
        assert_eq!((benchmark.name.as_str(), benchmark.tasks.len()), ("team-tasks", 2));
        assert!(benchmark.tasks.iter().all(|task| !task.wrong.is_empty()));
    }

    #[test]
    fn a_folder_that_holds_anything_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        let said = start(home.path()).unwrap_err().to_string();
        assert!(said.contains("this folder is not empty"), "{said}");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }
}
