//! A repository's objects, read and nothing else.

use std::path::{Path, PathBuf};

use gix::ObjectId;
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryKind;
use gix_diff::tree::{Recorder, State, recorder};

use crate::error::MineError;

/// Memory for objects that are looked at again, such as the trees that two commits share.
const CACHE_BYTES: usize = 64 << 20;

/// A local repository.
pub(crate) struct History {
    repository: gix::Repository,
    path: PathBuf,
}

/// A commit, without its message.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) id: ObjectId,
    pub(crate) parents: Vec<ObjectId>,
    pub(crate) tree: ObjectId,
    /// When it was committed, in seconds since 1970.
    pub(crate) seconds: i64,
}

/// A file that two trees have differently.
#[derive(Debug, Clone)]
pub(crate) struct Difference {
    pub(crate) path: Vec<u8>,
    pub(crate) old: Option<(EntryKind, ObjectId)>,
    pub(crate) new: Option<(EntryKind, ObjectId)>,
}

impl History {
    /// Opens the repository of a folder. Of its configuration only what says how objects are stored is used, and nothing from
    /// outside of it.
    pub(crate) fn open(path: &Path) -> Result<Self, MineError> {
        let failed = |problem: String| MineError::Open { path: path.to_owned(), problem };
        let mut repository = gix::open_opts(path, gix::open::Options::isolated())
            .map_err(|error| failed(error.to_string()))?;
        repository.object_cache_size(CACHE_BYTES);
        Ok(Self { repository, path: path.to_owned() })
    }

    fn failed(&self, object: &(impl ToString + ?Sized), problem: &(impl ToString + ?Sized)) -> MineError {
        MineError::History {
            path: self.path.clone(),
            object: object.to_string(),
            problem: problem.to_string(),
        }
    }

    /// The newest commit of the branch that is checked out.
    pub(crate) fn head(&self) -> Result<ObjectId, MineError> {
        let head = self.repository.head_commit().map_err(|error| self.failed("HEAD", &error))?;
        Ok(head.id)
    }

    /// A commit; nothing if it is not here.
    pub(crate) fn step(&self, id: ObjectId) -> Result<Option<Step>, MineError> {
        if !self.repository.has_object(id) {
            return Ok(None);
        }
        let commit = self.repository.find_commit(id).map_err(|error| self.failed(&id, &error))?;
        let tree = commit.tree_id().map_err(|error| self.failed(&id, &error))?.detach();
        let seconds = commit.time().map_err(|error| self.failed(&id, &error))?.seconds;
        let parents = commit.parent_ids().map(gix::Id::detach).collect();
        Ok(Some(Step { id, parents, tree, seconds }))
    }

    /// A commit's message. What is not UTF-8 in it is replaced.
    pub(crate) fn message(&self, id: ObjectId) -> Result<String, MineError> {
        let commit = self.repository.find_commit(id).map_err(|error| self.failed(&id, &error))?;
        Ok(commit.message_raw_sloppy().to_string())
    }

    /// The files that two trees have differently, by path. Moves are not looked for.
    pub(crate) fn differences(&self, old: ObjectId, new: ObjectId) -> Result<Vec<Difference>, MineError> {
        let tree = |id| self.repository.find_tree(id).map_err(|error| self.failed(&id, &error));
        let (before, after) = (tree(old)?, tree(new)?);
        let mut recorder = Recorder::default();
        let kind = self.repository.object_hash();
        gix_diff::tree(
            TreeRefIter::from_bytes(&before.data, kind),
            TreeRefIter::from_bytes(&after.data, kind),
            State::default(),
            &self.repository.objects,
            &mut recorder,
        )
        .map_err(|error| self.failed(&new, &error))?;
        let mut found: Vec<Difference> = recorder.records.into_iter().map(difference).collect();
        found.retain(|difference| difference.old.is_some() || difference.new.is_some());
        found.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(found)
    }

    /// A file's bytes, if there are at most so many.
    pub(crate) fn blob(&self, id: ObjectId, most: u64) -> Result<Option<Vec<u8>>, MineError> {
        let header = self.repository.find_header(id).map_err(|error| self.failed(&id, &error))?;
        if header.size() > most {
            return Ok(None);
        }
        let mut blob = self.repository.find_blob(id).map_err(|error| self.failed(&id, &error))?;
        Ok(Some(blob.take_data()))
    }

    /// What a tree holds: names, kinds, objects.
    pub(crate) fn entries(&self, tree: ObjectId) -> Result<Vec<(Vec<u8>, EntryKind, ObjectId)>, MineError> {
        let tree = self.repository.find_tree(tree).map_err(|error| self.failed(&tree, &error))?;
        let entries = tree.iter().map(|entry| {
            let entry = entry.map_err(|error| self.failed(&tree.id, &error))?;
            Ok((entry.filename().to_vec(), entry.mode().kind(), entry.object_id()))
        });
        entries.collect()
    }

    /// The error of a commit that has more files than are read.
    pub(crate) fn too_large(&self, object: ObjectId) -> MineError {
        self.failed(&object, "its commit has more files or bytes than a task may have")
    }

    /// The files at a tree's root whose names are wanted.
    pub(crate) fn root_files(
        &self,
        tree: ObjectId,
        wanted: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<ObjectId>, MineError> {
        let tree = self.repository.find_tree(tree).map_err(|error| self.failed(&tree, &error))?;
        let mut found = Vec::new();
        for entry in tree.iter() {
            let entry = entry.map_err(|error| self.failed(&tree.id, &error))?;
            if entry.mode().is_blob() && wanted(entry.filename()) {
                found.push(entry.object_id());
            }
        }
        Ok(found)
    }
}

/// A change as it was recorded, without folders.
fn difference(change: recorder::Change) -> Difference {
    let file =
        |mode: gix::objs::tree::EntryMode, id| (mode.kind() != EntryKind::Tree).then_some((mode.kind(), id));
    match change {
        recorder::Change::Addition { entry_mode, oid, path, .. } => {
            Difference { path: path.into(), old: None, new: file(entry_mode, oid) }
        }
        recorder::Change::Deletion { entry_mode, oid, path, .. } => {
            Difference { path: path.into(), old: file(entry_mode, oid), new: None }
        }
        recorder::Change::Modification { previous_entry_mode, previous_oid, entry_mode, oid, path } => {
            Difference {
                path: path.into(),
                old: file(previous_entry_mode, previous_oid),
                new: file(entry_mode, oid),
            }
        }
    }
}
