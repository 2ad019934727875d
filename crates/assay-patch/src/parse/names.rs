//! The names in headers: with prefixes or without, quoted or not, with a time behind them or not.

use crate::fault::{Fault, Problem};
use crate::patch::Role;
use crate::path::RepositoryPath;
use crate::quoted::unquoted;

use super::checked;

/// A name of a header as it stands there, unquoted; `None` is `/dev/null`.
pub(super) type Name = Option<Vec<u8>>;

/// The two names of `---` and `+++`.
pub(super) struct Names {
    pub(super) old: Name,
    pub(super) new: Name,
    /// Whether the old name's time is the epoch, with which GNU diff says that there is no such file.
    pub(super) old_is_epoch: bool,
    /// The same of the new name.
    pub(super) new_is_epoch: bool,
}

impl Names {
    /// Reads what follows `--- ` and `+++ `.
    pub(super) fn of(old: &[u8], new: &[u8], line: usize) -> Result<Self, Fault> {
        let broken =
            || Fault::at(line, Problem::Malformed("a quoted name does not end or has an unknown escape"));
        let (old, old_time) = name_and_time(old).ok_or_else(broken)?;
        let (new, new_time) = name_and_time(new).ok_or_else(broken)?;
        let (old, new) = without_prefixes(old, new);
        Ok(Self { old, new, old_is_epoch: is_epoch(old_time), new_is_epoch: is_epoch(new_time) })
    }

    /// What happens to which file, by a plain diff's names.
    pub(super) fn resolved(&self, line: usize) -> Result<(Role, RepositoryPath), Fault> {
        let (role, name) = match (&self.old, &self.new) {
            (None, None) => return Err(Fault::at(line, Problem::Malformed("both names are /dev/null"))),
            (None, Some(name)) => (Role::New, name),
            (Some(name), None) => (Role::Delete, name),
            (Some(old), Some(new)) if old != new => {
                checked(old, line)?;
                checked(new, line)?;
                return Err(Fault::at(line, Problem::Malformed("the lines --- and +++ name two files")));
            }
            (Some(name), Some(_)) if self.old_is_epoch => (Role::New, name),
            (Some(name), Some(_)) if self.new_is_epoch => (Role::Delete, name),
            (Some(name), Some(_)) => (Role::Change, name),
        };
        Ok((role, checked(name, line)?))
    }
}

/// The two names of a `diff --git` line, if it can be told where the first one ends: both are quoted or without spaces,
/// or they are the same.
pub(super) fn of_git_line(text: &[u8]) -> Option<(Name, Name)> {
    let (old, new) = if text.starts_with(b"\"") {
        let (old, rest) = unquoted(text)?;
        let rest = rest.strip_prefix(b" ")?;
        (old, whole(rest)?)
    } else if text.ends_with(b"\"") {
        let space = text.windows(2).position(|pair| pair == b" \"")?;
        (text[..space].to_vec(), whole(&text[space + 1..])?)
    } else {
        let middle = (0..text.len())
            .find(|place| text[*place] == b' ' && same_name(&text[..*place], &text[*place + 1..]));
        let mut spaces = (0..text.len()).filter(|place| text[*place] == b' ');
        let middle = middle.or_else(|| spaces.next().filter(|_| spaces.next().is_none()))?;
        (text[..middle].to_vec(), text[middle + 1..].to_vec())
    };
    Some(without_prefixes(Some(old), Some(new)))
}

/// Whether two names differ in nothing but the prefixes `a/` and `b/`.
fn same_name(old: &[u8], new: &[u8]) -> bool {
    old.len() == new.len()
        && (old == new
            || matches!((old, new), ([b'a', b'/', old @ ..], [b'b', b'/', new @ ..]) if old == new))
}

/// A whole name, quoted or not.
pub(super) fn whole(text: &[u8]) -> Option<Vec<u8>> {
    if !text.starts_with(b"\"") {
        return Some(text.to_vec());
    }
    unquoted(text).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}

/// A name and what follows it after a tab.
fn name_and_time(text: &[u8]) -> Option<(Name, &[u8])> {
    let (name, rest) = if text.starts_with(b"\"") {
        unquoted(text)?
    } else {
        let end = text.iter().position(|byte| *byte == b'\t').unwrap_or(text.len());
        (text[..end].to_vec(), &text[end..])
    };
    Some(((name != b"/dev/null").then_some(name), rest.trim_ascii()))
}

/// Both names without the prefixes `a/` and `b/`, if each that is there has its own.
fn without_prefixes(old: Name, new: Name) -> (Name, Name) {
    let begins = |name: &Name, prefix: &[u8]| name.as_ref().is_none_or(|name| name.starts_with(prefix));
    if begins(&old, b"a/") && begins(&new, b"b/") {
        let short = |name: Name| name.map(|name| name[2..].to_vec());
        (short(old), short(new))
    } else {
        (old, new)
    }
}

/// The epoch, in time zones west of Greenwich the day before.
fn is_epoch(time: &[u8]) -> bool {
    time.starts_with(b"1970-01-01 ") || time.starts_with(b"1969-12-31 ")
}
