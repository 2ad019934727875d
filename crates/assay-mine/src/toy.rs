//! A small repository written for tests: a ledger whose history holds every kind of change that mining and admission must
//! tell apart. It is made from the table in `toy/history.rs` with fixed names and dates, so commits have the same ids everywhere.

mod files;
mod history;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gix::ObjectId;
use gix::actor::Signature;
use gix::objs::tree::{Entry, EntryKind};
use gix::objs::{Commit, Tree};

use crate::left_out::LeftOut;
use assay_types::Category;
pub use history::STEPS;

/// One commit of the toy's main line.
#[derive(Debug)]
pub struct ToyStep {
    /// Its message.
    pub message: &'static str,
    /// What it does to files.
    pub edits: &'static [Edit],
    /// What mining must make of it.
    pub mined: Expected,
    /// What admission must make of it, where mining makes it a candidate.
    pub fate: Fate,
    /// Whether the edits are made on a branch that is then merged.
    pub merged: bool,
}

/// What a commit does to a file.
#[derive(Debug)]
pub enum Edit {
    /// It has this text.
    Write(&'static str, &'static str),
    /// Of its text this part is replaced by that one. The part must stand there once.
    Replace(&'static str, &'static str, &'static str),
    /// This text is added at its end.
    Append(&'static str, &'static str),
    /// It is gone.
    Remove(&'static str),
    /// It is a submodule.
    Submodule(&'static str),
    /// So many small modules of this name are written.
    Many(&'static str, usize),
}

/// What mining must make of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A candidate of this category.
    Candidate(Category),
    /// A candidate that waits.
    Parked(Category),
    /// None, for this reason.
    LeftOut(LeftOut),
}

/// What admission must make of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is not asked.
    NotACandidate,
    /// A task.
    Admitted,
    /// Dropped: its tests pass before the change already.
    PassesBefore,
    /// Dropped: its only target test has no stable outcome.
    Flaky,
    /// Dropped: its only target test needs another one to run first.
    OrderDependent,
    /// Dropped: its only target test hangs on the clock or the time zone.
    TimeDependent,
    /// Dropped: its only target test needs the network.
    NeedsNetwork,
}

/// Why the toy cannot be made: a fault of the machine, or of its table.
pub type ToyError = Box<dyn std::error::Error + Send + Sync>;

/// What was made.
#[derive(Debug)]
pub struct Toy {
    /// The commits of the main line, the first one first, in the order of [`STEPS`].
    pub commits: Vec<String>,
    /// A commit that no branch that is checked out reaches, but a tag and a branch do: it holds the answer to the last
    /// task, and must not get into an environment.
    pub leak: String,
}

/// The first commit is made on this second, each later one a day after the one before.
const BEGINS: i64 = 1_704_110_400; // 2024-01-01T12:00:00Z
const DAY: i64 = 86_400;

type Files = BTreeMap<String, (EntryKind, ObjectId)>;

/// Makes the toy as a bare repository in a new or empty folder.
pub fn make(folder: &Path) -> Result<Toy, ToyError> {
    let repository = gix::init_bare(folder)?;
    let mut maker = Maker { repository, files: Files::new(), texts: BTreeMap::new() };
    let mut commits: Vec<ObjectId> = Vec::new();
    let mut seconds = BEGINS;
    for step in STEPS {
        for edit in step.edits {
            maker.edit(edit)?;
        }
        let parent = commits.last().copied();
        let id = if step.merged {
            let branch = maker.commit("Make it so", seconds - 3600, parent.into_iter().collect())?;
            maker.commit(step.message, seconds, parent.into_iter().chain([branch]).collect())?
        } else {
            maker.commit(step.message, seconds, parent.into_iter().collect())?
        };
        commits.push(id);
        seconds += DAY;
    }
    maker.edit(&Edit::Append("ledger/report.py", files::FUTURE))?;
    let leak =
        maker.commit("Print totals by month", seconds, commits.last().copied().into_iter().collect())?;
    let head = commits.last().ok_or("the toy has no commits")?;
    for (name, id) in [("refs/heads/main", head), ("refs/heads/next", &leak), ("refs/tags/v2.0", &leak)] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, format!("{id}\n"))?;
    }
    fs::write(folder.join("HEAD"), "ref: refs/heads/main\n")?;
    Ok(Toy { commits: commits.iter().map(ToString::to_string).collect(), leak: leak.to_string() })
}

struct Maker {
    repository: gix::Repository,
    files: Files,
    texts: BTreeMap<String, String>,
}

impl Maker {
    fn edit(&mut self, edit: &Edit) -> Result<(), ToyError> {
        match edit {
            Edit::Write(path, text) => self.write(path, (*text).to_owned()),
            Edit::Append(path, text) => {
                let whole = self.text(path)? + text;
                self.write(path, whole)
            }
            Edit::Replace(path, old, new) => {
                let text = self.text(path)?;
                if text.matches(old).count() != 1 {
                    return Err(format!("{path} does not hold {old:?} once").into());
                }
                self.write(path, text.replacen(old, new, 1))
            }
            Edit::Remove(path) => {
                self.files.remove(*path).ok_or_else(|| format!("{path} is not there"))?;
                self.texts.remove(*path);
                Ok(())
            }
            Edit::Submodule(path) => {
                let nowhere = ObjectId::from_hex(b"1111111111111111111111111111111111111111")?;
                self.files.insert((*path).to_owned(), (EntryKind::Commit, nowhere));
                Ok(())
            }
            Edit::Many(name, count) => (0..*count).try_for_each(|number| {
                self.write(&format!("ledger/{name}_{number}.py"), format!("VALUE = {number}\n"))
            }),
        }
    }

    fn text(&self, path: &str) -> Result<String, ToyError> {
        self.texts.get(path).cloned().ok_or_else(|| format!("{path} is not there").into())
    }

    fn write(&mut self, path: &str, text: String) -> Result<(), ToyError> {
        // The licence is the one text here that others wrote: it comes from the list of licences, not from this project.
        let text = if text == files::LICENCE { mit() } else { text };
        let id = self.repository.write_blob(&text)?.detach();
        self.files.insert(path.to_owned(), (EntryKind::Blob, id));
        self.texts.insert(path.to_owned(), text);
        Ok(())
    }

    fn commit(&self, message: &str, seconds: i64, parents: Vec<ObjectId>) -> Result<ObjectId, ToyError> {
        let tree = self.tree("")?;
        let who = Signature {
            name: "Ada Example".into(),
            email: "ada@example.org".into(),
            time: gix::date::Time { seconds, offset: 0 },
        };
        let commit = Commit {
            tree,
            parents: parents.into_iter().collect(),
            author: who.clone(),
            committer: who,
            encoding: None,
            message: format!("{message}\n").into(),
            extra_headers: Vec::new(),
        };
        Ok(self.repository.write_object(&commit)?.detach())
    }

    /// Writes the folder whose files begin with `prefix`.
    fn tree(&self, prefix: &str) -> Result<ObjectId, ToyError> {
        let mut entries: BTreeMap<&str, Entry> = BTreeMap::new();
        for (path, (kind, id)) in
            self.files.range(prefix.to_owned()..).take_while(|(path, _)| path.starts_with(prefix))
        {
            let rest = &path[prefix.len()..];
            let (name, kind, id) = match rest.split_once('/') {
                None => (rest, *kind, *id),
                Some((folder, _)) if entries.contains_key(folder) => continue,
                Some((folder, _)) => (folder, EntryKind::Tree, self.tree(&format!("{prefix}{folder}/"))?),
            };
            entries.insert(name, Entry { mode: kind.into(), filename: name.into(), oid: id });
        }
        let mut entries: Vec<Entry> = entries.into_values().collect();
        entries.sort();
        Ok(self.repository.write_object(&Tree { entries })?.detach())
    }
}

fn mit() -> String {
    let text = spdx::text::LICENSE_TEXTS.iter().find(|(name, _)| *name == "MIT").map_or("", |(_, text)| text);
    text.replace("<year>", "2024").replace("<copyright holders>", "Ada Example")
}
