//! From bytes to a patch.

mod binary;
mod header;
mod hunks;
mod lines;
mod names;

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Problem};
use crate::limits::Limits;
use crate::patch::{Body, FilePatch, Patch, Repair, RepairKind, Role};
use crate::path::RepositoryPath;
use lines::Lines;

/// Reads a patch within the default limits.
pub fn parse(text: &[u8]) -> Result<Patch, Fault> {
    parse_within(text, &Limits::default())
}

/// Reads a patch: all of it, or a fault.
pub fn parse_within(text: &[u8], limits: &Limits) -> Result<Patch, Fault> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(Fault::of(Problem::Empty));
    }
    if text.len() > limits.patch_bytes {
        return Err(Fault::of(Problem::TooLarge("bytes of the patch")));
    }
    let mut reader = Reader { lines: Lines::new(text), limits, hunks: 0, binary_bytes: 0 };
    let mut files = Vec::new();
    let mut passed_over = 0;
    while let Some(line) = reader.lines.peek() {
        let section = if line.text.starts_with(b"diff --git ") {
            reader.git_section()?
        } else if reader.lines.at_plain_header() {
            reader.plain_section()?
        } else if let Some(problem) = stray(line.text, !files.is_empty()) {
            return Err(Fault::at(line.number, problem));
        } else {
            reader.lines.next();
            passed_over += 1;
            continue;
        };
        files.push(section);
        if files.len() > limits.files {
            return Err(Fault::of(Problem::TooLarge("files of the patch")));
        }
    }
    if files.is_empty() {
        return Err(Fault::of(Problem::NoPatch));
    }
    refuse_duplicates(&files)?;
    let mut repairs = Vec::new();
    if !text.ends_with(b"\n") && reader.lines.last_was_needed() {
        repairs.push(Repair { kind: RepairKind::LastLineEnded, path: None });
    }
    let carriage_returns = reader.lines.carriage_returns();
    Ok(Patch { files, repairs, carriage_returns, lines_passed_over: passed_over })
}

/// What a line that belongs to no file gives away.
fn stray(line: &[u8], behind_a_file: bool) -> Option<Problem> {
    if line.starts_with(b"@@ -") {
        return Some(Problem::Malformed(if behind_a_file {
            "a hunk stands behind what is no part of its file"
        } else {
            "a hunk has no file header above it"
        }));
    }
    if line.starts_with(b"diff --cc ") || line.starts_with(b"diff --combined ") {
        return Some(Problem::Malformed(
            "it is the combined diff of a merge, which applies to no single file",
        ));
    }
    if line.starts_with(b"GIT binary patch") {
        return Some(Problem::Malformed("binary content has no file header above it"));
    }
    let omitted = line.starts_with(b"Binary files ") && line.trim_ascii_end().ends_with(b" differ");
    omitted.then_some(Problem::BinaryOmitted)
}

/// Refuses a path that two sections write, or two remove, or one changes and another one removes. A path may be removed and made
/// anew: by a move away and one to there, and where a file becomes a link.
fn refuse_duplicates(files: &[FilePatch]) -> Result<(), Fault> {
    let (mut written, mut removed) = (BTreeMap::new(), BTreeSet::new());
    let twice = |file: &FilePatch, path: &RepositoryPath| {
        Err(Fault::at(file.line, Problem::Twice).in_file(path.as_str()))
    };
    for file in files {
        if file.role != Role::Delete && written.insert(&file.path, file.role).is_some() {
            return twice(file, &file.path);
        }
        if matches!(file.role, Role::Delete | Role::Rename) && !removed.insert(&file.source) {
            return twice(file, &file.source);
        }
    }
    let changed = |path: &RepositoryPath| written.get(path) == Some(&Role::Change);
    match files.iter().find(|file| removed.contains(&file.source) && changed(&file.source)) {
        Some(file) => twice(file, &file.source),
        None => Ok(()),
    }
}

/// Reads sections; counts what the limits count.
struct Reader<'text> {
    lines: Lines<'text>,
    limits: &'text Limits,
    hunks: usize,
    binary_bytes: usize,
}

impl Reader<'_> {
    /// A section in git's format.
    fn git_section(&mut self) -> Result<FilePatch, Fault> {
        let start = self.lines.offset();
        let header = self.git_header()?;
        let line = header.line;
        let name = header.shown_name();
        let (role, source, path) = header.resolved().map_err(|fault| fault.in_file(&name))?;
        let body = self.git_body(&header, role).map_err(|fault| fault.in_file(path.as_str()))?;
        let changes = role != Role::Change || header.old_mode != header.new_mode || body != Body::None;
        if !changes {
            let problem = Problem::Malformed("the section of this file changes nothing");
            return Err(Fault::at(line, problem).in_file(path.as_str()));
        }
        let section = start..self.lines.offset();
        Ok(FilePatch {
            role,
            source,
            path,
            old_mode: header.old_mode,
            new_mode: header.new_mode,
            body,
            line,
            section,
        })
    }

    /// The section of a plain unified diff.
    fn plain_section(&mut self) -> Result<FilePatch, Fault> {
        let start = self.lines.offset();
        let (line, names) = self.plain_header()?;
        let (role, path) = names.resolved(line)?;
        let body = self.hunks_of(role).map_err(|fault| fault.in_file(path.as_str()))?;
        let section = start..self.lines.offset();
        let source = path.clone();
        Ok(FilePatch {
            role,
            source,
            path,
            old_mode: None,
            new_mode: None,
            body: Body::Text(body),
            line,
            section,
        })
    }
}

/// A path that was checked, or the fault of the line that names it.
fn checked(name: &[u8], line: usize) -> Result<RepositoryPath, Fault> {
    RepositoryPath::new(name)
        .map_err(|problem| Fault::at(line, Problem::Path(problem)).in_file(&String::from_utf8_lossy(name)))
}
