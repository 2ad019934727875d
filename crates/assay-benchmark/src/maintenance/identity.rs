//! A task's name: readable at its beginning, and made of its content.

use assay_types::{Digest, TaskId};

use super::form::TaskFile;
use super::rules::{InvalidTask, MaintenanceFile};

/// What the digest begins with, so that nothing else has the same.
const KIND: &str = "assay maintenance task 1";
/// Digits of the digest in a name: 128 bits, so nobody makes another task of a given name.
const DIGITS: usize = 32;

/// The name of a task of this form, whatever name stands in it: the repository's, and the digest of everything else.
pub(super) fn task_id(form: &TaskFile) -> Result<TaskId, InvalidTask> {
    let unnamed = TaskFile { id: String::new(), ..form.clone() };
    let content =
        serde_json::to_string(&unnamed).map_err(|error| InvalidTask::of(MaintenanceFile::Task, error))?;
    let digest = Digest::of_parts(&[KIND, &content]).to_string();
    let name = form.repository.replace('/', "__");
    Ok(TaskId::new(&format!("{name}-{}", &digest[..DIGITS]))?)
}

/// Whether an id can be a folder's name: one part, which no system takes for anything else.
pub(super) fn is_folder_name(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= TaskId::MAXIMUM_BYTES
        && !id.starts_with('.')
        && !id.contains("..")
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}
