//! Files that are there whole or not at all: written beside their place, synced, renamed, and the folder synced too.
//!
//! Every error is returned and none is tried again. A process that is killed in between leaves a scratch file that
//! holds a lock no longer; the next one that writes into the folder removes it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the name of everything begins that is not finished.
pub(crate) const UNFINISHED: &str = ".assay-unfinished-";

/// Tells one process's scratch files apart.
static SCRATCH: AtomicU64 = AtomicU64::new(0);

/// Writes a file so that it is there whole or not at all, and on the disk when this returns. Missing folders are made.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_file_with(path, |file| file.write_all(bytes))
}

/// As [`write_file`], with the bytes as they are made: a large file is never held whole.
pub fn write_file_with(
    path: &Path,
    content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(path);
    create_folder(folder)?;
    remove_orphans(folder);
    let (scratch, mut file) = begin(folder)?;
    // It stays locked until it has its name: without the lock it would be taken for what a killed process left.
    let written = fill(&mut file, content).and_then(|()| fs::rename(&scratch, path));
    drop(file);
    if written.is_err() {
        let _ = fs::remove_file(&scratch);
    }
    written?;
    sync_folder(folder)
}

/// Makes a folder and those above it; each new one is on the disk when this returns.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let parent = folder_of(folder);
    create_folder(parent)?;
    match fs::create_dir(folder) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists || !folder.is_dir() => Err(error),
        _ => sync_folder(parent),
    }
}

/// Puts a folder's names on the disk. A folder that may be written but not read cannot be asked for that.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        opened => opened?.sync_all(),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a scratch file and locks it. The lock says that somebody is at it; the kernel frees it when the process dies, however it dies.
/// Before it is locked it looks like what a killed process left. Whoever took it for that has its lock or has removed it, and
/// another one is made.
fn begin(folder: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let number = SCRATCH.fetch_add(1, Ordering::Relaxed);
        let scratch = folder.join(format!("{UNFINISHED}{}-{number}", std::process::id()));
        let file = match File::options().write(true).create_new(true).open(&scratch) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        match file.try_lock() {
            Ok(()) if file.metadata()?.nlink() > 0 => return Ok((scratch, file)),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn fill(file: &mut File, content: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>) -> io::Result<()> {
    content(file)?;
    file.sync_all()
}

/// Removes scratch files that nobody is writing. What cannot be removed is in nobody's way.
fn remove_orphans(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            continue;
        }
        // Locked until it is gone, so that nobody begins to write it in between.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Bytes of all files below a folder (or of a file); links are not followed.
#[must_use]
pub fn size(path: &Path) -> u64 {
    let Ok(metadata) = fs::symlink_metadata(path) else { return 0 };
    if !metadata.is_dir() {
        return metadata.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size(&entry.path())).sum()
}

/// The names in a folder that stand for something finished, in order; none where there is no folder.
pub(crate) fn finished_names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut names = Vec::new();
    for entry in entries {
        if let Ok(name) = entry?.file_name().into_string()
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_replaces_another_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/report.json");
        for text in ["first", "second"] {
            write_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        assert_eq!(size(folder.path()), 6);
    }

    #[test]
    fn a_file_whose_content_fails_in_the_middle_is_not_there_and_the_old_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labelled.jsonl");
        write_file(&path, b"whole").unwrap();
        let failed = write_file_with(&path, |file| {
            file.write_all(b"ha")?;
            Err(io::Error::other("no more"))
        });
        failed.unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_another_is_writing_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = |name: &str| folder.path().join(format!("{UNFINISHED}{name}"));
        fs::write(scratch("1-0"), "ha").unwrap();
        let busy = File::create(scratch("2-0")).unwrap();
        busy.lock().unwrap();
        write_file(&folder.path().join("report.json"), b"whole").unwrap();
        assert_eq!((scratch("1-0").exists(), scratch("2-0").exists()), (false, true));
    }

    #[test]
    fn many_threads_write_into_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let folder = folder.path();
                scope.spawn(move || {
                    for number in 0..40 {
                        write_file(&folder.join(format!("{thread}-{number}")), b"whole").unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 8 * 40);
    }

    #[test]
    fn a_file_that_cannot_be_put_in_place_leaves_no_scratch() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("taken")).unwrap();
        write_file(&folder.path().join("taken"), b"x").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
