//! The files of a benchmark's folder, within limits.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::BenchmarkError;
use crate::limits::{FOLDER_BYTES, FOLDER_DEPTH, FOLDER_FILE_BYTES, FOLDER_FILES, size};

/// Only these files make the benchmark; samples and notes beside them do not change its digest.
pub(super) fn of_benchmark(path: &Path) -> bool {
    path == Path::new("benchmark.toml")
        || path == Path::new("requirements.txt")
        || (path.starts_with("tasks") && !path.components().any(|part| part.as_os_str() == "__pycache__"))
}

/// What a folder holds, within limits.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: BTreeMap<PathBuf, String>,
    bytes: u64,
}

impl Found {
    /// Reads what belongs to the benchmark in `inner`, a folder of `folder`.
    pub(super) fn collect(&mut self, folder: &Path, inner: &Path) -> Result<(), BenchmarkError> {
        let path = folder.join(inner);
        if inner.components().count() > FOLDER_DEPTH {
            let problem = format!("more than {FOLDER_DEPTH} folders deep, which no benchmark is");
            return Err(BenchmarkError::file(&path, problem));
        }
        for entry in fs::read_dir(&path).map_err(BenchmarkError::read(&path))? {
            let entry = entry.map_err(BenchmarkError::read(&path))?;
            let inner = inner.join(entry.file_name());
            if !of_benchmark(&inner) {
                continue;
            }
            let (kind, path) = (entry.file_type().map_err(BenchmarkError::read(&path))?, entry.path());
            if entry.file_name().to_str().is_none() {
                return Err(BenchmarkError::file(&path, "its name is not UTF-8: rename it"));
            } else if kind.is_dir() {
                let before = self.files.len();
                self.collect(folder, &inner)?;
                if self.files.len() == before && is_task_folder(&inner) {
                    return Err(BenchmarkError::file(&path, "this task's folder holds no file; remove it"));
                }
            } else if kind.is_file() {
                let text = self.text(&path)?;
                self.files.insert(inner, text);
            } else {
                // Passed over, it would take its task along without a word.
                let problem =
                    "neither a file nor a folder; where it is a link, put what it points to in its place";
                return Err(BenchmarkError::file(&path, problem));
            }
        }
        Ok(())
    }

    fn text(&mut self, path: &Path) -> Result<String, BenchmarkError> {
        let refused = |problem: String| Err(BenchmarkError::file(path, problem));
        if self.files.len() == FOLDER_FILES {
            return refused(format!("the benchmark has more than {FOLDER_FILES} files; split it"));
        }
        // Read no further than allowed, whatever size the file claims to have.
        let mut bytes = Vec::new();
        let read =
            fs::File::open(path).and_then(|file| file.take(FOLDER_FILE_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(BenchmarkError::read(path))?;
        if bytes.len() as u64 > FOLDER_FILE_BYTES {
            return refused(format!("the file is larger than {}", size(FOLDER_FILE_BYTES)));
        }
        self.bytes += bytes.len() as u64;
        if self.bytes > FOLDER_BYTES {
            return refused(format!(
                "with this file the benchmark is larger than {}; split it",
                size(FOLDER_BYTES)
            ));
        }
        String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            BenchmarkError::task(path, line_of(error.as_bytes(), good), "not UTF-8: write this file as UTF-8")
        })
    }
}

/// The line of a place, from 1.
pub(super) fn line_of(bytes: &[u8], place: usize) -> u64 {
    bytes[..place].split(|byte| *byte == b'\n').count() as u64
}

/// Whether a path is that of a task's folder.
fn is_task_folder(path: &Path) -> bool {
    path.strip_prefix("tasks").is_ok_and(|inner| inner.components().count() == 1)
}
