//! `GIT binary patch`: lines in base 85 of deflated content, forwards and, for undoing it, backwards.

use crate::binary::{decode_line, inflate};
use crate::fault::{Fault, Problem};
use crate::patch::BinaryContent;

use super::Reader;

impl Reader<'_> {
    /// The content forwards; what would undo it must be well written, and is left.
    pub(super) fn binary_content(&mut self) -> Result<BinaryContent, Fault> {
        let Some(content) = self.binary_part()? else {
            let line = self.lines.peek().map(|line| line.number);
            let problem = Problem::Malformed("binary content begins with neither `literal` nor `delta`");
            return Err(Fault { line, ..Fault::of(problem) });
        };
        self.binary_part()?;
        Ok(content)
    }

    /// One of the two parts, up to the empty line behind it.
    fn binary_part(&mut self) -> Result<Option<BinaryContent>, Fault> {
        let Some(header) = self.lines.peek() else { return Ok(None) };
        let words = std::str::from_utf8(header.text).unwrap_or_default().trim_end();
        let (literal, size) = match words.split_once(' ') {
            Some(("literal", size)) => (true, size),
            Some(("delta", size)) => (false, size),
            _ => return Ok(None),
        };
        self.lines.take_header();
        let malformed = |text| Fault::at(header.number, Problem::Malformed(text));
        let size: usize = size.parse().map_err(|_| malformed("binary content has no size"))?;
        self.binary_bytes = self.binary_bytes.saturating_add(size);
        if self.binary_bytes > self.limits.binary_bytes {
            return Err(Fault::at(header.number, Problem::TooLarge("bytes of binary content")));
        }
        let mut deflated = Vec::new();
        while let Some(line) = self.lines.peek() {
            let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
            self.lines.take_header();
            if text.is_empty() {
                break;
            }
            let broken = Problem::Malformed("a line of binary content is not base 85");
            decode_line(text, &mut deflated).ok_or_else(|| Fault::at(line.number, broken))?;
        }
        let bytes = inflate(&deflated, size)
            .ok_or_else(|| malformed("binary content does not inflate to its size"))?;
        Ok(Some(if literal { BinaryContent::Literal(bytes) } else { BinaryContent::Delta(bytes) }))
    }
}
