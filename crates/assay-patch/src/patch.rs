//! A parsed patch.

use std::ops::Range;

use crate::mode::Mode;
use crate::path::RepositoryPath;

/// A parsed patch: at least one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// Its files, in its order. No path is written or removed twice.
    pub files: Vec<FilePatch>,
    /// What was mended while reading.
    pub repairs: Vec<Repair>,
    /// Whether the lines of its headers end in CRLF: then all of it came through something that ends lines so.
    pub carriage_returns: bool,
    /// Lines before, between and behind the files that are no part of the patch.
    pub lines_passed_over: usize,
}

/// What a patch does to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePatch {
    /// What happens to it.
    pub role: Role,
    /// The file that is read; for a new file the same as `path`.
    pub source: RepositoryPath,
    /// The file that is written or removed.
    pub path: RepositoryPath,
    /// The mode that it must have, where the patch says one.
    pub old_mode: Option<Mode>,
    /// The mode that it gets, where the patch says one.
    pub new_mode: Option<Mode>,
    /// How its content changes.
    pub body: Body,
    /// The first line of its section, from 1.
    pub line: usize,
    /// The bytes of its section within the patch.
    pub section: Range<usize>,
}

/// What happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is changed where it is.
    Change,
    /// It is made.
    New,
    /// It is removed.
    Delete,
    /// It is moved, and perhaps changed.
    Rename,
    /// It is made from another one, which stays.
    Copy,
}

/// How a file's content changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Not at all: an empty file, a mode, a name.
    None,
    /// By hunks.
    Text(Vec<Hunk>),
    /// As a whole.
    Binary(BinaryPatch),
}

/// One hunk. Its lines are exactly those that its header counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// Line of its header in the patch, from 1.
    pub line: usize,
    /// First line in the old file, from 1; for no lines the line before.
    pub old_start: usize,
    /// Lines in the old file.
    pub old_count: usize,
    /// First line in the new file, from 1; for no lines the line before.
    pub new_start: usize,
    /// Lines in the new file.
    pub new_count: usize,
    /// Its lines.
    pub lines: Vec<HunkLine>,
}

/// A line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkLine {
    /// In which file it is.
    pub kind: LineKind,
    /// The line, without its end.
    pub text: Vec<u8>,
    /// Whether it ends in a line feed: not where `\ No newline at end of file` follows.
    pub ends: bool,
}

/// In which file a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// In both.
    Context,
    /// In the old one.
    Removed,
    /// In the new one.
    Added,
}

/// Binary content as `GIT binary patch` gives it, inflated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BinaryPatch {
    /// The old file's object id in full: 40 or 64 hexadecimal digits, zeros for none.
    pub old_id: String,
    /// The new file's object id.
    pub new_id: String,
    /// What the new file is made of.
    pub content: BinaryContent,
}

/// What a binary file is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BinaryContent {
    /// These bytes.
    Literal(Vec<u8>),
    /// These instructions in the format of git's packs, over the old file.
    Delta(Vec<u8>),
}

/// What was mended, so that a report can say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What.
    pub kind: RepairKind,
    /// In which file, if in one.
    pub path: Option<String>,
}

/// The repairs that are made. There is no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairKind {
    /// The patch's last line had no end.
    LastLineEnded,
    /// The patch's lines ended in CRLF, the file's in LF.
    CarriageReturnsRemoved,
}

impl Patch {
    /// The sections of some files as a patch of its own, byte for byte as they stood in `text`, which this was parsed from.
    #[must_use]
    pub fn select(&self, text: &[u8], mut wanted: impl FnMut(&FilePatch) -> bool) -> Vec<u8> {
        let mut selected = Vec::new();
        for file in self.files.iter().filter(|file| wanted(file)) {
            selected.extend_from_slice(text.get(file.section.clone()).unwrap_or_default());
        }
        selected
    }
}

impl FilePatch {
    /// Lines added and removed. Binary content has none.
    #[must_use]
    pub fn lines_changed(&self) -> (usize, usize) {
        let Body::Text(hunks) = &self.body else { return (0, 0) };
        let count = |kind| hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.kind == kind).count();
        (count(LineKind::Added), count(LineKind::Removed))
    }
}

impl Hunk {
    /// Lines of context after the last change.
    pub(crate) fn trailing_context(&self) -> usize {
        self.lines.iter().rev().take_while(|line| line.kind == LineKind::Context).count()
    }
}
