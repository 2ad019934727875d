//! Applying: all of a patch, or nothing.

mod links;
mod place;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::binary::{apply_delta, blob_id};
use crate::fault::{Fault, Problem};
use crate::limits::Limits;
use crate::mode::Mode;
use crate::patch::{BinaryContent, BinaryPatch, Body, FilePatch, Hunk, Patch, Repair, RepairKind, Role};
use crate::path::RepositoryPath;
use crate::tree::{Entry, Tree};

/// Whether a hunk may be at another place than its header says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Offsets {
    /// No.
    #[default]
    Refused,
    /// At the one place of the file where its lines stand, if that is one.
    Unique,
}

/// What becomes of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It has this mode and content now.
    Write {
        /// Which kind of file.
        mode: Mode,
        /// Its bytes; a link's target.
        content: Vec<u8>,
    },
    /// It is gone.
    Remove,
}

/// What a patch makes of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// Every path that is another one now, sorted.
    pub changes: BTreeMap<RepositoryPath, Change>,
    /// What was mended, while reading and here.
    pub repairs: Vec<Repair>,
    /// Hunks that are at another place than their headers say (only with [`Offsets::Unique`]).
    pub hunks_moved: usize,
}

/// Checks where a link leads, as it is checked of links that a patch makes: for trees that come from elsewhere.
pub fn check_link(path: &RepositoryPath, target: &[u8]) -> Result<(), Problem> {
    links::check_target(path, target)
}

/// Applies a patch strictly, within the default limits.
pub fn apply(patch: &Patch, tree: &dyn Tree) -> Result<Applied, Fault> {
    apply_with(patch, tree, Offsets::Refused, &Limits::default())
}

/// Applies a patch. The tree is only read: what comes back is all that would be changed in it.
pub fn apply_with(
    patch: &Patch,
    tree: &dyn Tree,
    offsets: Offsets,
    limits: &Limits,
) -> Result<Applied, Fault> {
    let mut application =
        Application { patch, tree, offsets, room: limits.result_bytes, applied: Applied::default() };
    application.applied.repairs.clone_from(&patch.repairs);
    for file in &patch.files {
        application.file(file).map_err(|fault| Fault {
            line: fault.line.or(Some(file.line)),
            ..fault.in_file(file.path.as_str())
        })?;
    }
    application.check_places()?;
    Ok(application.applied)
}

struct Application<'a> {
    patch: &'a Patch,
    tree: &'a dyn Tree,
    offsets: Offsets,
    room: usize,
    applied: Applied,
}

impl<'a> Application<'a> {
    /// One file.
    fn file(&mut self, file: &FilePatch) -> Result<(), Fault> {
        let (mode, content) = match file.role {
            Role::New => (Mode::File, Cow::Borrowed(&[][..])),
            _ => self.source(file)?,
        };
        let result = match &file.body {
            Body::None => content.into_owned(),
            Body::Text(hunks) => self.patched(file, &content, hunks)?,
            Body::Binary(binary) => rebuilt(binary, &content, self.room).map_err(Fault::of)?,
        };
        self.room = self
            .room
            .checked_sub(result.len())
            .ok_or_else(|| Fault::of(Problem::TooLarge("bytes of its files")))?;
        if matches!(file.role, Role::Rename | Role::Delete) {
            // A section before may have made something new at this path.
            self.applied.changes.entry(file.source.clone()).or_insert(Change::Remove);
        }
        if file.role == Role::Delete {
            return if result.is_empty() { Ok(()) } else { Err(Fault::of(Problem::LeavesContent)) };
        }
        let mode = file.new_mode.unwrap_or(mode);
        if mode.is_link() {
            links::check_target(&file.path, &result).map_err(Fault::of)?;
        } else {
            links::check_attributes(&file.path, file, &result).map_err(Fault::of)?;
        }
        self.applied.changes.insert(file.path.clone(), Change::Write { mode, content: result });
        Ok(())
    }

    /// The mode and content of the file that a section reads.
    fn source(&self, file: &FilePatch) -> Result<(Mode, Cow<'a, [u8]>), Fault> {
        self.refuse_links_above(&file.source)?;
        let (mode, content) = match self.entry(file.source.as_str())? {
            None => return Err(Fault::of(Problem::Absent)),
            Some(Entry::Folder) => return Err(Fault::of(Problem::IsFolder)),
            Some(Entry::Submodule) => return Err(Fault::of(Problem::Submodule)),
            Some(Entry::File { mode, content }) => (mode, content),
        };
        let said = file.old_mode.unwrap_or(if mode.is_link() { Mode::File } else { mode });
        if said.is_link() != mode.is_link() && (file.old_mode.is_some() || file.body != Body::None) {
            return Err(Fault::of(Problem::OtherKind));
        }
        if file.old_mode.is_some_and(|said| said != mode) {
            return Err(Fault::of(Problem::OtherMode { said: said.octal(), found: mode.octal() }));
        }
        Ok((mode, content))
    }

    /// A file's text after its hunks; if they do not fit and all their lines end in CRLF, after the same ones without.
    fn patched(&mut self, file: &FilePatch, content: &[u8], hunks: &[Hunk]) -> Result<Vec<u8>, Fault> {
        let converted = self.patch.carriage_returns && file.role == Role::New;
        let as_written = place::patched(content, hunks, self.offsets);
        if as_written.is_ok() && !converted {
            return as_written.map(|text| self.noting(text));
        }
        let Some(stripped) = place::without_carriage_returns(hunks) else {
            return as_written.map(|text| self.noting(text));
        };
        let mended = place::patched(content, &stripped, self.offsets);
        if mended.is_ok() {
            let path = Some(file.path.to_string());
            self.applied.repairs.push(Repair { kind: RepairKind::CarriageReturnsRemoved, path });
        }
        mended.or(as_written).map(|text| self.noting(text))
    }

    fn noting(&mut self, patched: place::Patched) -> Vec<u8> {
        self.applied.hunks_moved += patched.moved;
        patched.text
    }

    fn entry(&self, path: &str) -> Result<Option<Entry<'a>>, Fault> {
        self.tree.entry(path).map_err(|error| Fault::of(Problem::Tree(error.to_string())))
    }

    /// Refuses a path below what is a link in the tree.
    fn refuse_links_above(&self, path: &RepositoryPath) -> Result<(), Fault> {
        for parent in path.parents() {
            match self.entry(parent)? {
                Some(Entry::File { mode, .. }) if mode.is_link() => {
                    return Err(Fault::of(Problem::ThroughLink(parent.to_owned())));
                }
                Some(Entry::Submodule) => return Err(Fault::of(Problem::Submodule)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether every file that is written has its place: nothing there that stays, nothing but folders above it, and no
    /// file below.
    fn check_places(&self) -> Result<(), Fault> {
        for file in self.patch.files.iter().filter(|file| file.role != Role::Delete) {
            self.check_place(file)
                .map_err(|fault| Fault { line: Some(file.line), ..fault.in_file(file.path.as_str()) })?;
        }
        Ok(())
    }

    fn check_place(&self, file: &FilePatch) -> Result<(), Fault> {
        self.refuse_links_above(&file.path)?;
        if file.role != Role::Change {
            match self.entry(file.path.as_str())? {
                Some(Entry::Folder) => return Err(Fault::of(Problem::IsFolder)),
                Some(Entry::Submodule) => return Err(Fault::of(Problem::Submodule)),
                Some(Entry::File { .. }) if !self.makes_room(&file.path) => {
                    return Err(Fault::of(Problem::Exists));
                }
                _ => {}
            }
        }
        for parent in file.path.parents() {
            let Ok(path) = RepositoryPath::new(parent.as_bytes()) else { continue };
            match self.applied.changes.get(&path) {
                Some(Change::Write { mode, .. }) if mode.is_link() => {
                    return Err(Fault::of(Problem::ThroughLink(parent.to_owned())));
                }
                Some(Change::Write { .. }) => {
                    return Err(Fault::of(Problem::ParentIsFile(parent.to_owned())));
                }
                Some(Change::Remove) => continue,
                None => {}
            }
            if matches!(self.entry(parent)?, Some(Entry::File { .. })) {
                return Err(Fault::of(Problem::ParentIsFile(parent.to_owned())));
            }
        }
        Ok(())
    }

    /// Whether the patch removes what stands at a path.
    fn makes_room(&self, path: &RepositoryPath) -> bool {
        let removes =
            |file: &&FilePatch| matches!(file.role, Role::Rename | Role::Delete) && file.source == *path;
        self.patch.files.iter().any(|file| removes(&file))
    }
}

/// A binary file after its patch. Both ends must be the objects that the index line names.
fn rebuilt(binary: &BinaryPatch, content: &[u8], room: usize) -> Result<Vec<u8>, Problem> {
    let is = |id: &str, content: &[u8]| {
        id == blob_id(content, id.len()) || (content.is_empty() && id.bytes().all(|digit| digit == b'0'))
    };
    if !is(&binary.old_id, content) {
        return Err(Problem::OtherContent("file"));
    }
    let result = match &binary.content {
        BinaryContent::Literal(bytes) => bytes.clone(),
        BinaryContent::Delta(delta) => {
            apply_delta(delta, content, room).ok_or(Problem::Malformed("its delta does not fit the file"))?
        }
    };
    if is(&binary.new_id, &result) { Ok(result) } else { Err(Problem::OtherContent("result")) }
}
