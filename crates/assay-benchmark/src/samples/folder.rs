//! A folder of samples: one folder a task, Python files in it, read within limits.

use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::BenchmarkError;
use crate::limits::{ANSWER_BYTES, FOLDER_BYTES, FOLDER_FILES, size};

/// A folder's Python files.
pub(crate) struct Folder {
    /// Whether there is a folder in it.
    pub(crate) has_folders: bool,
    /// The files, sorted by folder and number.
    pub(crate) files: Vec<PythonFile>,
    /// The files as a tar archive, the same bytes whenever the files are the same.
    pub(crate) archive: Vec<u8>,
}

/// A Python file.
pub(crate) struct PythonFile {
    /// The folder that it is in; empty for one that is in none.
    pub(crate) folder: String,
    /// Its name without `.py`.
    pub(crate) stem: String,
    /// What it holds; of a file larger than an answer may be one byte more than that.
    pub(crate) bytes: Vec<u8>,
}

impl PythonFile {
    /// Its path inside the folder.
    pub(crate) fn inner(&self) -> PathBuf {
        Path::new(&self.folder).join(format!("{}.py", self.stem))
    }

    /// Its number among its folder's files, where its name is one.
    pub(crate) fn number(&self) -> Option<u64> {
        self.stem.bytes().all(|byte| byte.is_ascii_digit()).then(|| self.stem.parse().ok()).flatten()
    }
}

impl Folder {
    /// Reads the Python files of a folder and of the folders in it. Links are refused, not followed: what lies outside
    /// of the folder is no sample of it.
    pub(crate) fn load(path: &Path) -> Result<Self, BenchmarkError> {
        let mut folder = Self { has_folders: false, files: Vec::new(), archive: Vec::new() };
        let mut bytes = 0;
        for (entry, name) in entries(path)? {
            if is_folder(&entry)? {
                folder.has_folders = true;
                for (inner, file) in entries(&entry.path())? {
                    if is_folder(&inner)? {
                        let problem =
                            "a folder inside of a task's folder: there must only be Python files in it";
                        return Err(BenchmarkError::file(&inner.path(), problem));
                    }
                    folder.add(&inner.path(), &name, &file, &mut bytes)?;
                }
            } else {
                folder.add(&entry.path(), "", &name, &mut bytes)?;
            }
        }
        folder.sort();
        folder.archive = archive(&folder.files).map_err(BenchmarkError::read(path))?;
        Ok(folder)
    }

    /// Whether a file is an archive in tar's format (POSIX.1-1988 and later).
    pub(crate) fn is_archive(bytes: &[u8]) -> bool {
        bytes.get(257..262) == Some(b"ustar")
    }

    /// Reads the archive of a folder.
    pub(crate) fn of_archive(path: &Path, bytes: Vec<u8>) -> Result<Self, BenchmarkError> {
        let mut folder = Self { has_folders: false, files: Vec::new(), archive: Vec::new() };
        let mut all = 0;
        for entry in tar::Archive::new(bytes.as_slice()).entries().map_err(BenchmarkError::read(path))? {
            let entry = entry.map_err(BenchmarkError::read(path))?;
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let inner = entry.path().map_err(BenchmarkError::read(path))?.into_owned();
            let parts: Vec<&str> = inner.iter().filter_map(|part| part.to_str()).collect();
            let (task, name) = match parts.as_slice() {
                [name] => ("", *name),
                [task, name] => (*task, *name),
                _ => {
                    let problem =
                        format!("it holds {}, which is no file of a task's folder", inner.display());
                    return Err(BenchmarkError::file(path, problem));
                }
            };
            folder.has_folders |= !task.is_empty();
            folder.take(entry, path, (task, name), &mut all)?;
        }
        folder.sort();
        folder.archive = bytes;
        Ok(folder)
    }

    fn sort(&mut self) {
        self.files.sort_by_cached_key(|file| (file.folder.clone(), file.number(), file.stem.clone()));
    }

    /// Reads a file, where it is one of Python's.
    fn add(&mut self, path: &Path, folder: &str, name: &str, all: &mut u64) -> Result<(), BenchmarkError> {
        if name.strip_suffix(".py").is_none() {
            return Ok(());
        }
        let file = File::open(path).map_err(BenchmarkError::read(path))?;
        self.take(file, path, (folder, name), all)
    }

    fn take(
        &mut self,
        file: impl Read,
        path: &Path,
        (folder, name): (&str, &str),
        all: &mut u64,
    ) -> Result<(), BenchmarkError> {
        let Some(stem) = name.strip_suffix(".py") else { return Ok(()) };
        let mut bytes = Vec::new();
        // Read no further than allowed, whatever size the file claims to have.
        let read = file.take(ANSWER_BYTES as u64 + 1).read_to_end(&mut bytes);
        *all += read.map_err(BenchmarkError::read(path))? as u64;
        if *all > FOLDER_BYTES || self.files.len() == FOLDER_FILES {
            let most = format!("more than {FOLDER_FILES} Python files, or more than {}", size(FOLDER_BYTES));
            return Err(BenchmarkError::file(
                path,
                format!("with this file the folder holds {most}; split it"),
            ));
        }
        self.files.push(PythonFile { folder: folder.to_owned(), stem: stem.to_owned(), bytes });
        Ok(())
    }
}

/// What a folder holds, without Python's own caches.
fn entries(path: &Path) -> Result<Vec<(DirEntry, String)>, BenchmarkError> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(BenchmarkError::read(path))? {
        let entry = entry.map_err(BenchmarkError::read(path))?;
        let Ok(name) = entry.file_name().into_string() else {
            return Err(BenchmarkError::file(&entry.path(), "its name is not UTF-8: rename it"));
        };
        if entries.len() == FOLDER_FILES {
            return Err(BenchmarkError::file(path, format!("more than {FOLDER_FILES} files; split it")));
        }
        if name != "__pycache__" {
            entries.push((entry, name));
        }
    }
    Ok(entries)
}

/// Whether an entry is a folder; what is neither a folder nor a file is an error.
fn is_folder(entry: &DirEntry) -> Result<bool, BenchmarkError> {
    let path = entry.path();
    let kind = entry.file_type().map_err(BenchmarkError::read(&path))?;
    if kind.is_dir() || kind.is_file() {
        return Ok(kind.is_dir());
    }
    let problem = "neither a file nor a folder; where it is a link, put what it points to in its place";
    Err(BenchmarkError::file(&path, problem))
}

fn archive(files: &[PythonFile]) -> std::io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, file.inner(), file.bytes.as_slice())?;
    }
    archive.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folders_archive_is_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("HumanEval_1/0.py", "b"), ("HumanEval_0/10.py", "c"), ("HumanEval_0/9.py", "d")]
        {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let loaded = Folder::load(folder.path()).unwrap();
        assert!(Folder::is_archive(&loaded.archive));
        let again = Folder::of_archive(Path::new("blob"), loaded.archive.clone()).unwrap();
        let files = |folder: &Folder| -> Vec<(PathBuf, Vec<u8>)> {
            folder.files.iter().map(|file| (file.inner(), file.bytes.clone())).collect()
        };
        assert_eq!(
            (files(&again), again.has_folders, &again.archive),
            (files(&loaded), true, &loaded.archive)
        );
    }

    #[test]
    fn a_damaged_archive_and_one_that_leads_elsewhere_are_refused() {
        let mut archive = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        archive.append_data(&mut header, "a/b/c.py", &b"x"[..]).unwrap();
        let bytes = archive.into_inner().unwrap();
        assert!(Folder::of_archive(Path::new("x"), bytes.clone()).is_err());
        let mut damaged = bytes;
        damaged[124] = b'z';
        assert!(Folder::of_archive(Path::new("x"), damaged).is_err());
    }
}
