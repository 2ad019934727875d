//! A folder of samples: one folder a task, Python files in it, read within limits.

use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _};
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
        let key = |file: &PythonFile| (file.folder.clone(), file.number(), file.stem.clone());
        folder.files.sort_by_cached_key(key);
        folder.archive = archive(&folder.files).map_err(BenchmarkError::read(path))?;
        Ok(folder)
    }

    /// The folder that an archive was made of.
    pub(crate) fn of_archive(archive: Vec<u8>) -> io::Result<Self> {
        let mut files = Vec::new();
        for entry in tar::Archive::new(archive.as_slice()).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.into_owned();
            let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
            let folder = text(path.parent().map(Path::as_os_str));
            let mut bytes = Vec::new();
            entry.by_ref().take(ANSWER_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            files.push(PythonFile { folder, stem: text(path.file_stem()), bytes });
        }
        Ok(Self { has_folders: files.iter().any(|file| !file.folder.is_empty()), files, archive })
    }

    /// Reads a file, where it is one of Python's.
    fn add(&mut self, path: &Path, folder: &str, name: &str, all: &mut u64) -> Result<(), BenchmarkError> {
        let Some(stem) = name.strip_suffix(".py") else { return Ok(()) };
        let mut bytes = Vec::new();
        // Read no further than allowed, whatever size the file claims to have.
        let read =
            File::open(path).and_then(|file| file.take(ANSWER_BYTES as u64 + 1).read_to_end(&mut bytes));
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
