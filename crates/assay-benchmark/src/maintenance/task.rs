//! One task's folder.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_patch::MemoryTree;
use assay_store::{sync_folder, write_file};
use assay_types::{Digest, TaskId};

use super::form::{self, TaskFile, Texts};
use super::rules::{self, InvalidTask, MaintenanceFile};
use super::{Files, REPOSITORY_BYTES, RepositoryTask, archive, identity};
use crate::BenchmarkError;
use crate::limits::{FOLDER_FILE_BYTES, size};

/// How the name of what is not yet whole begins.
pub(super) const UNFINISHED: &str = ".assay-unfinished-";

/// Reads a task's folder. Only its six files are looked at; each must be what `task.json` says, and the folder's name and the id
/// must be what follows from all of them.
pub fn load_task(folder: &Path) -> Result<RepositoryTask, BenchmarkError> {
    let path = |file: MaintenanceFile| folder.join(file.name());
    let form_path = path(MaintenanceFile::Task);
    let form: TaskFile = form::parse(&form_path, &bytes(&form_path, FOLDER_FILE_BYTES)?)?;
    let files = form.files;
    let text = |file: MaintenanceFile, expected: Digest| -> Result<Arc<str>, BenchmarkError> {
        let path = path(file);
        let bytes = bytes(&path, FOLDER_FILE_BYTES)?;
        same(&path, &bytes, expected)?;
        let text = String::from_utf8(bytes).map_err(|_| BenchmarkError::file(&path, "not UTF-8"))?;
        Ok(Arc::from(text))
    };
    let texts = Texts {
        statement: text(MaintenanceFile::Statement, files.statement)?,
        reference_patch: text(MaintenanceFile::Reference, files.reference_patch)?,
        test_patch: text(MaintenanceFile::Tests, files.test_patch)?,
        requirements: text(MaintenanceFile::Requirements, files.requirements)?,
    };
    let archive = path(MaintenanceFile::Repository);
    let parent = self::files(&archive, files.repository)?;
    let invalid = |error: InvalidTask| BenchmarkError::file(&path(error.file), error.problem);
    let expected = identity::task_id(&form).map_err(invalid)?;
    if form.id != expected.as_str() {
        let named: String = form.id.chars().take(80).collect();
        let problem = format!(
            "the id {named:?} is not that of this content, which is {expected}: something here was changed; a task that is another one needs another id"
        );
        return Err(BenchmarkError::file(&form_path, problem));
    }
    let task = form.into_task(expected, texts);
    rules::check(&task, &parent).map_err(invalid)?;
    Ok(RepositoryTask { task, files: Files::Archived(archive, files.repository) })
}

/// The files of an archive, which must have this digest.
pub(super) fn files(archive: &Path, expected: Digest) -> Result<MemoryTree, BenchmarkError> {
    let archived = bytes(archive, REPOSITORY_BYTES)?;
    same(archive, &archived, expected)?;
    archive::read(&archived).map_err(|error| BenchmarkError::file(archive, error.problem))
}

/// Writes a task into a folder of its name below `tasks`, whole or not at all, and returns that folder. A task that is there already
/// is left as it is.
pub fn write_task(tasks: &Path, task: &RepositoryTask) -> Result<PathBuf, BenchmarkError> {
    let folder = tasks.join(task.id().as_str());
    if folder.exists() {
        return load_task(&folder).map(|_| folder);
    }
    let invalid = |error: InvalidTask| BenchmarkError::file(&folder.join(error.file.name()), error.problem);
    let parent = task.parent()?;
    let archive = archive::write(&parent).map_err(invalid)?;
    let form = TaskFile::of(&task.task, &archive);
    rules::check(&task.task, &parent).map_err(invalid)?;
    let expected = identity::task_id(&form).map_err(invalid)?;
    if expected != *task.id() {
        let problem = format!("its id is not that of its content, which is {expected}");
        return Err(BenchmarkError::file(&folder, problem));
    }
    let form = form::text(&form).map_err(|error| BenchmarkError::file(&folder, error.to_string()))?;
    let files: [(MaintenanceFile, &[u8]); 6] = [
        (MaintenanceFile::Task, &form),
        (MaintenanceFile::Statement, task.task.statement.as_bytes()),
        (MaintenanceFile::Reference, task.task.reference_patch.as_bytes()),
        (MaintenanceFile::Tests, task.task.test_patch.as_bytes()),
        (MaintenanceFile::Requirements, task.task.environment.lock.as_bytes()),
        (MaintenanceFile::Repository, &archive),
    ];
    let unfinished = tasks.join(format!("{UNFINISHED}{}", task.id()));
    let failed = BenchmarkError::write(&unfinished);
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(&failed)?;
    }
    fs::create_dir_all(&unfinished).map_err(&failed)?;
    for (file, content) in files {
        let path = unfinished.join(file.name());
        write_file(&path, content).map_err(BenchmarkError::write(&path))?;
    }
    fs::rename(&unfinished, &folder).map_err(BenchmarkError::write(&folder))?;
    sync_folder(tasks).map_err(BenchmarkError::write(tasks))?;
    Ok(folder)
}

/// A regular file's bytes, within a limit. A link is refused, not followed.
pub(super) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, BenchmarkError> {
    let metadata = fs::symlink_metadata(path).map_err(BenchmarkError::read(path))?;
    if !metadata.is_file() {
        return Err(BenchmarkError::file(path, "this must be a file, and no link to one"));
    }
    let mut bytes = Vec::new();
    // Read no further than allowed, whatever size the file claims to have.
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(BenchmarkError::read(path))?;
    if bytes.len() as u64 > most {
        return Err(BenchmarkError::file(path, format!("the file is larger than {}", size(most))));
    }
    Ok(bytes)
}

fn same(path: &Path, bytes: &[u8], expected: Digest) -> Result<(), BenchmarkError> {
    let found = Digest::of(bytes);
    if found == expected {
        return Ok(());
    }
    let problem = format!(
        "its sha256 is {found}, and task.json says {expected}: this file was changed; a task with another file needs another id"
    );
    Err(BenchmarkError::file(path, problem))
}

/// A task's name that is safe as a folder's.
pub(super) fn folder_id(path: &Path, id: &str) -> Result<TaskId, BenchmarkError> {
    let shown: String = id.chars().take(80).collect();
    let problem = || format!("{shown:?} cannot be a maintenance task's id");
    match TaskId::new(id) {
        Ok(id) if identity::is_folder_name(id.as_str()) => Ok(id),
        _ => Err(BenchmarkError::file(path, problem())),
    }
}
