//! Fenced code blocks of Markdown, as far as CommonMark 0.31 (section 4.5) defines them at the outer level.

use crate::lines::begins_module;

/// The most blocks of an answer that are looked at.
const MOST_BLOCKS: usize = 64;
/// The most other ends that are tried for a block.
const MOST_ENDS: usize = 16;
/// The most bytes of blocks with other ends.
const MOST_BYTES: usize = 16 << 20;

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its content, without the fence's own indent.
    pub(crate) text: String,
    /// Line of its opening fence, from 0.
    pub(crate) line: usize,
    /// The line after its closing fence.
    pub(crate) end: usize,
    /// Whether something closes it; if not, it ends with the text.
    pub(crate) closed: bool,
}

/// Every block fenced by backticks or tildes, in order.
pub(crate) fn fenced_blocks(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut blocks = Vec::new();
    let mut place = 0;
    while place < lines.len() && blocks.len() < MOST_BLOCKS {
        let Some(fence) = Fence::opening(lines[place]) else {
            place += 1;
            continue;
        };
        let end = lines[place + 1..].iter().position(|line| fence.is_closed_by(line));
        let last = end.map_or(lines.len(), |end| place + 1 + end);
        blocks.push(fence.block(&lines, place, last, end.is_some()));
        place = last + 1;
    }
    blocks
}

/// The same blocks, each with every other end that it could have: code may hold a fence itself, in a docstring. Longer
/// ones come later.
pub(crate) fn longer_blocks(text: &str) -> Vec<Block> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut blocks = Vec::new();
    let mut room = MOST_BYTES;
    for block in fenced_blocks(text).into_iter().filter(|block| block.closed) {
        let Some(fence) = Fence::opening(lines[block.line]) else { continue };
        let closing = (block.line + 1..lines.len()).filter(|place| fence.is_closed_by(lines[*place])).skip(1);
        let ends = closing.take(MOST_ENDS).map(|end| (end, true)).chain([(lines.len(), false)]);
        for (end, closed) in ends {
            let longer = fence.block(&lines, block.line, end, closed);
            let Some(left) = room.checked_sub(longer.text.len()) else { return blocks };
            room = left;
            blocks.push(longer);
        }
    }
    blocks
}

/// Blocks whose fence shares its line with something: it opens after prose or before code, or closes after code or before
/// prose.
pub(crate) fn loose_blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence, String)> = None;
    for line in text.split_inclusive('\n') {
        let Some((fence, content)) = &mut open else {
            open = Fence::opening_loosely(line);
            continue;
        };
        let inner = line.trim();
        let mark: String = std::iter::repeat_n(fence.mark, fence.length).collect();
        if let Some(rest) = inner.strip_prefix(&mark) {
            // A single word is a language: another block follows without this one's end.
            let opens = !rest.is_empty() && rest.chars().all(char::is_alphanumeric);
            let next = if opens { Fence::opening_loosely(line) } else { None };
            blocks.extend(open.take().map(|(_, content)| content));
            open = next;
        } else if let Some(end) = inner.find(&mark).filter(|end| is_prose(&inner[end + mark.len()..])) {
            let last = &line[..line.len() - line.trim_start().len() + end];
            content.push_str(fence.without_indent(last));
            content.push('\n');
            blocks.extend(open.take().map(|(_, content)| content));
        } else {
            content.push_str(fence.without_indent(line));
        }
        if blocks.len() == MOST_BLOCKS {
            break;
        }
    }
    blocks.extend(open.map(|(_, content)| content));
    blocks
}

/// Whether what follows a fence on its line is no more code.
fn is_prose(rest: &str) -> bool {
    !rest.contains(['`', '"', '\''])
}

/// What stands outside of the blocks, part by part.
pub(crate) fn outside_blocks(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut parts = Vec::new();
    let mut place = 0;
    for block in fenced_blocks(text) {
        parts.push(lines[place..block.line].concat());
        place = block.end;
    }
    parts.push(lines[place.min(lines.len())..].concat());
    parts
}

/// The text before the first line that is a fence; nothing where there is none.
pub(crate) fn before_fences(text: &str) -> Option<&str> {
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        if Fence::opening(line).is_some() {
            return Some(&text[..place]);
        }
        place += line.len();
    }
    None
}

/// An opening fence.
struct Fence {
    mark: char,
    length: usize,
    indent: usize,
}

impl Fence {
    fn opening(line: &str) -> Option<Self> {
        let inner = line.trim_start_matches([' ', '\t']);
        let mark = inner.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let length = inner.chars().take_while(|character| *character == mark).count();
        let information = &inner[length..];
        let fits = length >= 3 && !(mark == '`' && information.contains('`'));
        fits.then_some(Self { mark, length, indent: line.len() - inner.len() })
    }

    /// The fence of a line that opens one among other things, and the code that stands on it already.
    fn opening_loosely(line: &str) -> Option<(Self, String)> {
        let start = line.find("```").or_else(|| line.find("~~~"))?;
        let (before, rest) = line.split_at(start);
        let mark = rest.chars().next()?;
        let length = rest.chars().take_while(|character| *character == mark).count();
        let information = &rest[length..];
        if before.contains(mark) || information.contains(mark) {
            return None;
        }
        let indent = if before.trim().is_empty() { before.len() } else { 0 };
        let word = information.split_whitespace().next().unwrap_or_default();
        let after = information.trim_start().strip_prefix(word).unwrap_or_default().trim_start();
        let code = [information.trim_start(), after].into_iter().find(|code| begins_module(code));
        let fits = code.is_some() || after.is_empty() || before.trim().is_empty();
        fits.then(|| (Self { mark, length, indent }, code.unwrap_or_default().to_owned()))
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let inner = line.trim();
        inner.chars().count() >= self.length && inner.chars().all(|character| character == self.mark)
    }

    fn block(&self, lines: &[&str], opening: usize, end: usize, closed: bool) -> Block {
        let content = lines[opening + 1..end].iter().map(|line| self.without_indent(line));
        Block { text: content.collect(), line: opening, end: end + usize::from(closed), closed }
    }

    /// Content of an indented block (in a list, say) loses the fence's indent, as far as it has it.
    fn without_indent<'a>(&self, line: &'a str) -> &'a str {
        let spaces = line.len() - line.trim_start_matches([' ', '\t']).len();
        &line[spaces.min(self.indent)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(blocks: Vec<Block>) -> Vec<String> {
        blocks.into_iter().map(|block| block.text).collect()
    }

    #[test]
    fn blocks_are_found_whatever_their_mark_length_and_indent() {
        let cases = [
            ("no block", vec![]),
            ("```\na\n```\n", vec!["a\n"]),
            ("~~~py\na\n~~~", vec!["a\n"]),
            ("````\n```\na\n```\n````\n", vec!["```\na\n```\n"]),
            ("  ```python\n  def f():\n      pass\n  ```\n", vec!["def f():\n    pass\n"]),
            ("```a```\ntext", vec![]),
            ("```\nnever closed", vec!["never closed"]),
            ("```\n```\n~~~\nb\n~~~\n", vec!["", "b\n"]),
        ];
        for (text, blocks) in cases {
            assert_eq!(texts(fenced_blocks(text)), blocks, "{text:?}");
        }
    }

    #[test]
    fn a_block_may_end_later_than_at_the_first_fence() {
        let text = "```\na\n```\nb\n```\nc\n";
        assert_eq!(texts(longer_blocks(text)), ["a\n```\nb\n", "a\n```\nb\n```\nc\n", "c\n"][..2]);
    }

    #[test]
    fn loose_fences_share_their_line() {
        let cases = [
            ("So: ```python\na\n```\n", vec!["a\n"]),
            ("```\na``` Done.\nb", vec!["a\n"]),
            ("```\na\n``` Done.\nb", vec!["a\n"]),
            ("```python\na\n```python\nb\n```\n", vec!["a\n", "b\n"]),
            ("```def f():\n    pass\n```", vec!["def f():\n    pass\n"]),
            ("```python def f():\n    pass\n```", vec!["def f():\n    pass\n"]),
            ("`a` and ```b``` are inline", vec![]),
        ];
        for (text, blocks) in cases {
            assert_eq!(loose_blocks(text), blocks, "{text:?}");
        }
    }

    #[test]
    fn what_stands_outside_is_in_parts() {
        assert_eq!(outside_blocks("a\n```\nb\n```\nc\n"), ["a\n", "c\n"]);
        assert_eq!(outside_blocks("a\n```\nb\n"), ["a\n", ""]);
        assert_eq!(outside_blocks("a\n"), ["a\n"]);
    }

    #[test]
    fn what_stands_before_the_first_fence_is_found() {
        assert_eq!(before_fences("a\nb\n```\nc"), Some("a\nb\n"));
        assert_eq!(before_fences("```\nc"), Some(""));
        assert_eq!(before_fences("a"), None);
    }
}
