//! What one step changes, as two patches: of source, and of tests.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use assay_patch::{
    Body, Change as FileChange, LineKind, MemoryTree, Mode, RepositoryPath, Side, apply, parse, write,
};
use gix::objs::tree::EntryKind;

use crate::ecosystem::{Ecosystem, FileRole};
use crate::error::MineError;
use crate::history::{Difference, History};
use crate::left_out::LeftOut;

/// The most files that a candidate's patches change: beyond that, a change is seldom one task.
pub(crate) const MOST_FILES: usize = 20;
/// The most lines of source that it adds and removes.
pub(crate) const MOST_SOURCE_LINES: usize = 500;
/// The most bytes of a file.
const MOST_FILE_BYTES: u64 = 1 << 20;

/// Which roles the files of a step have, by their paths alone.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Touched {
    pub(crate) source: usize,
    pub(crate) tests: usize,
    pub(crate) all: usize,
}

impl Touched {
    pub(crate) fn of(differences: &[Difference], ecosystem: &dyn Ecosystem) -> Self {
        let mut touched = Self::default();
        for difference in differences {
            match role(difference, ecosystem) {
                FileRole::Source => touched.source += 1,
                FileRole::Test => touched.tests += 1,
                FileRole::Metadata => {}
                FileRole::Other => continue,
            }
            touched.all += 1;
        }
        touched
    }
}

fn role(difference: &Difference, ecosystem: &dyn Ecosystem) -> FileRole {
    std::str::from_utf8(&difference.path).map_or(FileRole::Other, |path| ecosystem.role(path))
}

/// What a step changes.
#[derive(Debug, Default)]
pub(crate) struct Change {
    /// Source and metadata, as a patch.
    pub(crate) source_patch: String,
    /// Tests, as a patch.
    pub(crate) test_patch: String,
    /// Lines that the patch of source adds.
    pub(crate) added_source: Vec<String>,
    /// Lines that the patch of source removes.
    pub(crate) removed_source: Vec<String>,
    /// Lines that the patch of tests adds.
    pub(crate) added_tests: Vec<String>,
    /// The code of the changed files of source as they were: without comments and strings.
    pub(crate) old_code: Code,
    /// The same as they are.
    pub(crate) new_code: Code,
    /// The code of the changed files of tests as they are.
    pub(crate) test_code: Code,
    /// Who runs the changed tests.
    pub(crate) runner: Option<&'static str>,
    /// Lines that the patch adds to metadata.
    pub(crate) added_metadata: Vec<String>,
    /// Changed files that are in neither patch.
    pub(crate) others: Vec<String>,
}

/// A file in one state: its mode and bytes, if it is there.
type State = Option<(Mode, Vec<u8>)>;

/// A file in both states.
struct File {
    path: RepositoryPath,
    role: FileRole,
    old: State,
    new: State,
}

impl Change {
    /// Reads a step's files; or why it is left out.
    pub(crate) fn read(
        history: &History,
        differences: &[Difference],
        ecosystem: &dyn Ecosystem,
    ) -> Result<Result<Self, LeftOut>, MineError> {
        let mut files = Vec::new();
        let mut change = Self::default();
        for difference in differences {
            let kinds = [difference.old, difference.new];
            if kinds.iter().flatten().any(|(kind, _)| *kind == EntryKind::Commit) {
                return Ok(Err(LeftOut::RefusedPatch));
            }
            let role = role(difference, ecosystem);
            let Ok(path) = RepositoryPath::new(&difference.path) else {
                return Ok(Err(LeftOut::RefusedPatch));
            };
            if role == FileRole::Other {
                change.others.push(path.to_string());
                continue;
            }
            let (Some(old), Some(new)) =
                (content(history, difference.old)?, content(history, difference.new)?)
            else {
                return Ok(Err(LeftOut::TooLarge));
            };
            files.push(File { path, role, old, new });
        }
        Ok(change.filled(&files, ecosystem))
    }

    fn filled(mut self, files: &[File], ecosystem: &dyn Ecosystem) -> Result<Self, LeftOut> {
        let (tests, source): (Vec<&File>, Vec<&File>) =
            files.iter().partition(|file| file.role == FileRole::Test);
        self.source_patch = patch_of(&source)?;
        self.test_patch = patch_of(&tests)?;
        let (mut source_lines, mut test_lines) = (lines_of(&self.source_patch), lines_of(&self.test_patch));
        for file in &source {
            let lines = source_lines.remove(file.path.as_str()).unwrap_or_default();
            if file.role == FileRole::Metadata {
                self.added_metadata.extend(lines.added);
                continue;
            }
            self.added_source.extend(lines.added);
            self.removed_source.extend(lines.removed);
            self.old_code.add(&file.old);
            self.new_code.add(&file.new);
        }
        for file in &tests {
            self.added_tests.extend(test_lines.remove(file.path.as_str()).unwrap_or_default().added);
            self.test_code.add(&file.new);
            let text = file.new.as_ref().and_then(|(_, content)| std::str::from_utf8(content).ok());
            self.runner = self.runner.or_else(|| text.and_then(|text| ecosystem.runner(text)));
        }
        if self.added_source.len() + self.removed_source.len() > MOST_SOURCE_LINES {
            return Err(LeftOut::TooLarge);
        }
        Ok(self)
    }

    /// The names that only the fix brings: they are in the code that it adds, but not in source as it was, and not in the tests,
    /// which may ask for them.
    pub(crate) fn names_of_the_fix(&self, ecosystem: &dyn Ecosystem) -> BTreeSet<String> {
        let added: BTreeSet<&str> = self.added_source.iter().flat_map(|line| ecosystem.names(line)).collect();
        let brought = |name: &&str| {
            has_word(self.new_code.of(ecosystem), name)
                && !has_word(self.old_code.of(ecosystem), name)
                && !has_word(self.test_code.of(ecosystem), name)
        };
        added.into_iter().filter(brought).map(str::to_owned).collect()
    }
}

/// Whether a name stands in code as a whole.
pub(crate) fn has_word(code: &str, name: &str) -> bool {
    let of_name = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(name).any(|(start, _)| {
        let before = code[..start].chars().next_back();
        let behind = code[start + name.len()..].chars().next();
        !before.is_some_and(of_name) && !behind.is_some_and(of_name)
    })
}

/// The code of several files, read when somebody asks for it: most steps are left out before.
#[derive(Debug, Default)]
pub(crate) struct Code {
    texts: Vec<String>,
    code: OnceCell<String>,
}

impl Code {
    fn add(&mut self, file: &State) {
        let text = |(_, content): &(Mode, Vec<u8>)| String::from_utf8_lossy(content).into_owned();
        self.texts.push(file.as_ref().map_or_else(String::new, text));
    }

    /// All of it, with a line's end behind each file.
    pub(crate) fn of(&self, ecosystem: &dyn Ecosystem) -> &str {
        self.code.get_or_init(|| self.texts.iter().map(|text| ecosystem.code(text) + "\n").collect())
    }
}

/// A file in one state; nothing at all if it is too large.
fn content(history: &History, side: Option<(EntryKind, gix::ObjectId)>) -> Result<Option<State>, MineError> {
    let Some((kind, id)) = side else { return Ok(Some(None)) };
    let mode = match kind {
        EntryKind::BlobExecutable => Mode::Executable,
        EntryKind::Link => Mode::Link,
        _ => Mode::File,
    };
    Ok(history.blob(id, MOST_FILE_BYTES)?.map(|content| Some((mode, content))))
}

/// The patch of some files. It is read and applied again here: what a grader could not apply is no candidate.
fn patch_of(files: &[&File]) -> Result<String, LeftOut> {
    let patch = write(files.iter().map(|file| {
        let old = file.old.as_ref().map(|(mode, content)| Side { path: &file.path, mode: *mode, content });
        (old, file.new.as_ref().map(|(mode, content)| Side { path: &file.path, mode: *mode, content }))
    }));
    if patch.is_empty() {
        return Ok(String::new());
    }
    let old = files.iter().filter_map(|file| Some((file.path.to_string(), file.old.clone()?)));
    let applied = parse(&patch).and_then(|parsed| apply(&parsed, &MemoryTree(old.collect())));
    let applied = applied.map_err(|_| LeftOut::RefusedPatch)?;
    for file in files {
        let expected = match &file.new {
            Some((mode, content)) => FileChange::Write { mode: *mode, content: content.clone() },
            None => FileChange::Remove,
        };
        if applied.changes.get(&file.path) != Some(&expected) {
            return Err(LeftOut::RefusedPatch);
        }
    }
    String::from_utf8(patch).map_err(|_| LeftOut::NotText)
}

#[derive(Default)]
struct Lines {
    added: Vec<String>,
    removed: Vec<String>,
}

/// The lines that each file of a patch gains and loses, by its path.
fn lines_of(patch: &str) -> BTreeMap<String, Lines> {
    let mut files: BTreeMap<String, Lines> = BTreeMap::new();
    let Ok(parsed) = parse(patch.as_bytes()) else { return files };
    for section in &parsed.files {
        let Body::Text(hunks) = &section.body else { continue };
        let lines = files.entry(section.path.to_string()).or_default();
        for line in hunks.iter().flat_map(|hunk| &hunk.lines) {
            let text = String::from_utf8_lossy(&line.text).into_owned();
            match line.kind {
                LineKind::Added => lines.added.push(text),
                LineKind::Removed => lines.removed.push(text),
                LineKind::Context => {}
            }
        }
    }
    files
}
