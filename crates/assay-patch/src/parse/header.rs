//! The header of a file's section.

use crate::fault::{Fault, Problem};
use crate::mode::Mode;
use crate::patch::{BinaryPatch, Body, Role};
use crate::path::RepositoryPath;

use super::names::{self, Name, Names};
use super::{Reader, checked};

/// The header of a section in git's format.
#[derive(Default)]
pub(super) struct Header {
    pub(super) line: usize,
    named: Option<(Name, Name)>,
    from: Option<(Role, Vec<u8>)>,
    to: Option<(Role, Vec<u8>)>,
    made: bool,
    removed: bool,
    pub(super) old_mode: Option<Mode>,
    pub(super) new_mode: Option<Mode>,
    ids: Option<(String, String)>,
    plain: Option<Names>,
}

impl Reader<'_> {
    /// Reads a section's header up to its content.
    pub(super) fn git_header(&mut self) -> Result<Header, Fault> {
        let mut header = Header::default();
        if let Some(first) = self.lines.take_header() {
            header.line = first.number;
            header.named = names::of_git_line(first.text.strip_prefix(b"diff --git ").unwrap_or_default());
        }
        while let Some(line) = self.lines.peek() {
            let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
            let taken = header.extended(text);
            if !taken.map_err(|problem| Fault::at(line.number, problem).in_file(&header.shown_name()))? {
                break;
            }
            self.lines.take_header();
        }
        if self.lines.peek().is_some_and(|line| line.text.starts_with(b"--- ")) {
            if !self.lines.at_plain_header() {
                let problem = Problem::Malformed("`---` is not followed by `+++` and a hunk");
                return Err(Fault::at(header.line, problem).in_file(&header.shown_name()));
            }
            header.plain = Some(self.plain_header()?.1);
        }
        Ok(header)
    }

    /// The lines `---` and `+++`, and the first one's number.
    pub(super) fn plain_header(&mut self) -> Result<(usize, Names), Fault> {
        let (Some(old), Some(new)) = (self.lines.take_header(), self.lines.take_header()) else {
            return Err(Fault::of(Problem::Malformed("a file's header is cut off")));
        };
        let name = |text: &'_ [u8]| text.get(4..).unwrap_or_default().to_vec();
        Ok((old.number, Names::of(&name(old.text), &name(new.text), old.number)?))
    }

    /// What follows a section's header.
    pub(super) fn git_body(&mut self, header: &Header, role: Role) -> Result<Body, Fault> {
        if header.plain.is_some() {
            return Ok(Body::Text(self.hunks_of(role)?));
        }
        let Some(line) = self.lines.peek() else { return Ok(Body::None) };
        let text = line.text.trim_ascii_end();
        if text == b"GIT binary patch" {
            self.lines.take_header();
            let full = header
                .ids
                .clone()
                .filter(|(old, new)| old.len() == new.len() && matches!(old.len(), 40 | 64));
            let Some((old_id, new_id)) = full else {
                let problem =
                    Problem::Malformed("binary content needs an index line with object ids in full");
                return Err(Fault::at(line.number, problem));
            };
            return Ok(Body::Binary(BinaryPatch { old_id, new_id, content: self.binary_content()? }));
        }
        if text.starts_with(b"Binary files ") && text.ends_with(b" differ") {
            return Err(Fault::at(line.number, Problem::BinaryOmitted));
        }
        Ok(Body::None)
    }
}

impl Header {
    /// Takes a line of the extended header; false if it is none.
    fn extended(&mut self, text: &[u8]) -> Result<bool, Problem> {
        let Ok(words) = std::str::from_utf8(text) else { return Ok(false) };
        if let Some(mode) = words.strip_prefix("old mode ") {
            self.old_mode = Some(known_mode(mode)?);
        } else if let Some(mode) = words.strip_prefix("new mode ") {
            self.new_mode = Some(known_mode(mode)?);
        } else if let Some(mode) = words.strip_prefix("new file mode ") {
            self.made = true;
            self.new_mode = Some(known_mode(mode)?);
        } else if let Some(mode) = words.strip_prefix("deleted file mode ") {
            self.removed = true;
            self.old_mode = Some(known_mode(mode)?);
        } else if let Some((role, from, name)) = moved(text) {
            let name = names::whole(name).ok_or(Problem::Malformed("a quoted name is not one"))?;
            let place = if from { &mut self.from } else { &mut self.to };
            if place.replace((role, name)).is_some() {
                return Err(Problem::Malformed("a name is given twice"));
            }
        } else if let Some(ids) = words.strip_prefix("index ") {
            self.index(ids)?;
        } else if !(words.starts_with("similarity index ") || words.starts_with("dissimilarity index ")) {
            return Ok(false);
        }
        Ok(true)
    }

    /// `OLD..NEW MODE`.
    fn index(&mut self, text: &str) -> Result<(), Problem> {
        let (ids, mode) = text.split_once(' ').unwrap_or((text, ""));
        let hexadecimal =
            |id: &str| !id.is_empty() && id.len() <= 64 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        match ids.split_once("..") {
            Some((old, new)) if hexadecimal(old) && hexadecimal(new) => {
                self.ids = Some((old.to_lowercase(), new.to_lowercase()));
            }
            _ => return Err(Problem::Malformed("the index line has no two object ids")),
        }
        if !mode.is_empty() {
            // The kind that the file has; git, too, takes it for no more than that.
            let mode = known_mode(mode)?;
            if mode.is_link() {
                self.old_mode = Some(mode);
                self.new_mode = Some(mode);
            }
        }
        Ok(())
    }

    /// A name to show where the header itself is at fault.
    pub(super) fn shown_name(&self) -> String {
        let names = self.named.iter().flat_map(|(old, new)| [new, old]).flatten();
        let given = self.to.iter().map(|(_, name)| name).chain(names).next();
        given.map_or_else(|| "?".to_owned(), |name| String::from_utf8_lossy(name).into_owned())
    }

    /// What happens to which file: from where, and to where.
    pub(super) fn resolved(&self) -> Result<(Role, RepositoryPath, RepositoryPath), Fault> {
        let malformed = |text| Fault::at(self.line, Problem::Malformed(text));
        let role = match (&self.from, &self.to, self.made, self.removed) {
            (Some((from, _)), Some((to, _)), false, false) if from == to => *from,
            (None, None, true, false) => Role::New,
            (None, None, false, true) => Role::Delete,
            (None, None, false, false) => Role::Change,
            _ => return Err(malformed("the lines of its header contradict each other")),
        };
        let (source, path) = self.chosen_names(role)?;
        let (source, path) = (checked(&source, self.line)?, checked(&path, self.line)?);
        self.refuse_other_names(role, &source, &path)?;
        if self.old_mode.zip(self.new_mode).is_some_and(|(old, new)| old.is_link() != new.is_link()) {
            return Err(malformed("a file becomes a link or a link a file; git writes that as two sections"));
        }
        Ok((role, source, path))
    }

    /// The names that count: of the lines for moves, else of `---` and `+++`, else of the first line.
    fn chosen_names(&self, role: Role) -> Result<(Vec<u8>, Vec<u8>), Fault> {
        if let (Some((_, from)), Some((_, to))) = (&self.from, &self.to) {
            return Ok((from.clone(), to.clone()));
        }
        let plain = self.plain.as_ref().map(|names| (names.old.clone(), names.new.clone()));
        let (old, new) = match plain.or_else(|| self.named.clone()) {
            Some((Some(old), None)) if role == Role::Delete => (old.clone(), old),
            Some((None, Some(new))) if role == Role::New => (new.clone(), new),
            Some((Some(old), Some(new))) if role == Role::Change || self.plain.is_none() => (old, new),
            _ => {
                let problem = Problem::Malformed("its header does not say which file it is about");
                return Err(Fault::at(self.line, problem));
            }
        };
        if old == new {
            return Ok((old, new));
        }
        checked(&old, self.line)?;
        checked(&new, self.line)?;
        Err(Fault::at(self.line, Problem::Malformed("its header names two files, but no move")))
    }

    /// Refuses a header whose other lines name other files.
    fn refuse_other_names(
        &self,
        role: Role,
        source: &RepositoryPath,
        path: &RepositoryPath,
    ) -> Result<(), Fault> {
        let differs = |name: &Name, path: &RepositoryPath| {
            name.as_ref().is_some_and(|name| name != path.as_str().as_bytes())
        };
        let plain =
            self.plain.as_ref().is_some_and(|names| differs(&names.old, source) || differs(&names.new, path));
        let named = self.named.as_ref().is_some_and(|(old, new)| {
            (role != Role::New && differs(old, source)) || (role != Role::Delete && differs(new, path))
        });
        if plain || named {
            for name in self.named.iter().flat_map(|(old, new)| [old, new]).flatten() {
                checked(name, self.line)?;
            }
            return Err(Fault::at(
                self.line,
                Problem::Malformed("the lines of its header name different files"),
            ));
        }
        Ok(())
    }
}

/// The kind of move, whether the name is that of the source, and the name.
fn moved(text: &[u8]) -> Option<(Role, bool, &[u8])> {
    let lines: [(&[u8], Role, bool); 4] = [
        (b"rename from ", Role::Rename, true),
        (b"rename to ", Role::Rename, false),
        (b"copy from ", Role::Copy, true),
        (b"copy to ", Role::Copy, false),
    ];
    lines.into_iter().find_map(|(beginning, role, from)| Some((role, from, text.strip_prefix(beginning)?)))
}

fn known_mode(octal: &str) -> Result<Mode, Problem> {
    let octal = octal.trim_end();
    Mode::of(octal).ok_or_else(|| match octal {
        "160000" => Problem::Submodule,
        other => Problem::Mode(other.chars().take(20).collect()),
    })
}
