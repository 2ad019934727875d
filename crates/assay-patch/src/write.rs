//! From two states of files to a patch, as `git diff --binary --full-index` writes one.

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use crate::binary::{blob_id, encode};
use crate::mode::Mode;
use crate::path::RepositoryPath;

/// Lines of context around a change, as git has them.
const CONTEXT: usize = 3;
/// Within so many bytes git looks for a zero to tell binary content.
const LOOKED_AT: usize = 8000;

/// A file in one of the two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side<'a> {
    /// Where it is.
    pub path: &'a RepositoryPath,
    /// What it is.
    pub mode: Mode,
    /// Its bytes; a link's target.
    pub content: &'a [u8],
}

/// Writes the patch that makes the second state of each file of the first: no first state makes a file, no second one removes it,
/// other paths move it. The files come in the order given. Lines are compared by Myers' algorithm, so hunks may be cut
/// otherwise than git's, which has heuristics on top; binary content is stored without compression, so that no library's version
/// shows in the bytes.
#[must_use]
pub fn write<'a>(changes: impl IntoIterator<Item = (Option<Side<'a>>, Option<Side<'a>>)>) -> Vec<u8> {
    let mut text = Vec::new();
    for change in changes {
        match change {
            (Some(old), Some(new)) if old.mode.is_link() != new.mode.is_link() => {
                section(Some(old), None, &mut text);
                section(None, Some(new), &mut text);
            }
            (old, new) => section(old, new, &mut text),
        }
    }
    text
}

fn section(old: Option<Side>, new: Option<Side>, text: &mut Vec<u8>) {
    let (Some(from), Some(to)) = (old.or(new), new.or(old)) else { return };
    let same = old.is_some() == new.is_some() && from.content == to.content;
    if same && from.path == to.path && from.mode == to.mode {
        return;
    }
    let mut head = format!("diff --git {} {}\n", quoted("a/", from.path), quoted("b/", to.path));
    let (old_bytes, new_bytes) =
        (old.map_or(&[][..], |side| side.content), new.map_or(&[][..], |side| side.content));
    match (old, new) {
        (None, Some(new)) => head += &format!("new file mode {}\n", new.mode.octal()),
        (Some(old), None) => head += &format!("deleted file mode {}\n", old.mode.octal()),
        _ => {
            if from.mode != to.mode {
                head += &format!("old mode {}\nnew mode {}\n", from.mode.octal(), to.mode.octal());
            }
            if from.path != to.path {
                head +=
                    &format!("rename from {}\nrename to {}\n", quoted("", from.path), quoted("", to.path));
            }
        }
    }
    if !same {
        let id = |side: Option<Side>| side.map_or_else(|| "0".repeat(40), |side| blob_id(side.content, 40));
        let mode = if old.is_some() && new.is_some() && from.mode == to.mode {
            format!(" {}", to.mode.octal())
        } else {
            String::new()
        };
        head += &format!("index {}..{}{mode}\n", id(old), id(new));
    }
    text.extend_from_slice(head.as_bytes());
    if is_binary(old_bytes) || is_binary(new_bytes) {
        if !same {
            text.extend_from_slice(b"GIT binary patch\n");
            encode(new_bytes, text);
            encode(old_bytes, text);
        }
        return;
    }
    if old_bytes == new_bytes {
        return;
    }
    let name = |prefix, side: Option<Side>| {
        side.map_or_else(
            || "/dev/null".to_owned(),
            |side| {
                // git ends a name that has spaces with a tab, for tools that would else take the rest for a time.
                quoted(prefix, side.path) + if side.path.as_str().contains(' ') { "\t" } else { "" }
            },
        )
    };
    text.extend_from_slice(format!("--- {}\n+++ {}\n", name("a/", old), name("b/", new)).as_bytes());
    hunks(old_bytes, new_bytes, text);
}

/// As git, which looks for a zero at the beginning.
fn is_binary(content: &[u8]) -> bool {
    content.iter().take(LOOKED_AT).any(|byte| *byte == 0)
}

/// A name in quotes if it has anything but printable ASCII (git's `core.quotePath`).
fn quoted(prefix: &str, path: &RepositoryPath) -> String {
    let name = path.as_str();
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        return format!("{prefix}{name}");
    }
    let mut text = format!("\"{prefix}");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text + "\""
}

fn hunks(old: &[u8], new: &[u8], text: &mut Vec<u8>) {
    let lines = |content| <[u8]>::split_inclusive(content, |byte| *byte == b'\n').collect::<Vec<&[u8]>>();
    let (old, new) = (lines(old), lines(new));
    let operations = capture_diff_slices(Algorithm::Myers, &old, &new);
    for group in group_diff_ops(operations, CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let range = |start: usize, end: usize| match end - start {
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            count => format!("{},{count}", start + 1),
        };
        let old_range = range(first.old_range().start, last.old_range().end);
        let new_range = range(first.new_range().start, last.new_range().end);
        text.extend_from_slice(format!("@@ -{old_range} +{new_range} @@\n").as_bytes());
        for operation in group {
            if matches!(operation, DiffOp::Equal { .. }) {
                body(b' ', &old[operation.old_range()], text);
            } else {
                body(b'-', &old[operation.old_range()], text);
                body(b'+', &new[operation.new_range()], text);
            }
        }
    }
}

fn body(sign: u8, lines: &[&[u8]], text: &mut Vec<u8>) {
    for line in lines {
        text.push(sign);
        text.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            text.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}
