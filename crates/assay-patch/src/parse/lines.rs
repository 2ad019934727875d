//! The lines of a patch, with their numbers.

/// A line without its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'text> {
    /// From 1.
    pub(super) number: usize,
    /// Without its line feed.
    pub(super) text: &'text [u8],
}

/// Lines, one after the other.
pub(super) struct Lines<'text> {
    text: &'text [u8],
    offset: usize,
    number: usize,
    carriage_returns: bool,
    /// Where the last line ends that is part of a file's section.
    needed: usize,
}

impl<'text> Lines<'text> {
    pub(super) fn new(text: &'text [u8]) -> Self {
        Self { text, offset: 0, number: 1, carriage_returns: false, needed: 0 }
    }

    /// Where the next line begins.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Whether a header's line ended in CRLF.
    pub(super) fn carriage_returns(&self) -> bool {
        self.carriage_returns
    }

    /// Whether the last line of all belongs to a file.
    pub(super) fn last_was_needed(&self) -> bool {
        self.needed == self.text.len()
    }

    /// The next line, which stays the next.
    pub(super) fn peek(&self) -> Option<Line<'text>> {
        let (text, _) = first_line(self.text.get(self.offset..)?)?;
        Some(Line { number: self.number, text })
    }

    /// The next line, passed over.
    pub(super) fn next(&mut self) -> Option<Line<'text>> {
        let (text, length) = first_line(self.text.get(self.offset..)?)?;
        let line = Line { number: self.number, text };
        self.offset += length;
        self.number += 1;
        Some(line)
    }

    /// The next line as a part of a file's section.
    pub(super) fn take(&mut self) -> Option<Line<'text>> {
        let line = self.next()?;
        self.needed = self.offset;
        Some(line)
    }

    /// The next line as a part of a file's header: without a carriage return at its end, which is noted.
    pub(super) fn take_header(&mut self) -> Option<Line<'text>> {
        let line = self.take()?;
        let Some(text) = line.text.strip_suffix(b"\r") else { return Some(line) };
        self.carriage_returns = true;
        Some(Line { text, ..line })
    }

    /// Whether the next three lines are the header of a plain unified diff and its first hunk's.
    pub(super) fn at_plain_header(&self) -> bool {
        let mut rest = self.text.get(self.offset..).unwrap_or_default();
        [&b"--- "[..], b"+++ ", b"@@ -"].into_iter().all(|beginning| {
            let begins = rest.starts_with(beginning);
            rest = first_line(rest).map_or(&[][..], |(_, length)| &rest[length..]);
            begins
        })
    }
}

/// The first line of a text without its end, and its length with it.
fn first_line(text: &[u8]) -> Option<(&[u8], usize)> {
    if text.is_empty() {
        return None;
    }
    Some(match text.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&text[..end], end + 1),
        None => (text, text.len()),
    })
}
