//! Fenced code blocks of Markdown, as far as CommonMark 0.31 (section 4.5) defines them at the outer level.

/// The most blocks of an answer that are looked at.
const MOST_BLOCKS: usize = 64;
/// The most other ends that are tried for a block.
const MOST_ENDS: usize = 16;

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// Its content, without the fence's own indent.
    pub(crate) text: String,
    /// Line of its opening fence, from 0.
    pub(crate) line: usize,
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
    for block in fenced_blocks(text).into_iter().filter(|block| block.closed) {
        let Some(fence) = Fence::opening(lines[block.line]) else { continue };
        let ends = (block.line + 1..lines.len()).filter(|place| fence.is_closed_by(lines[*place])).skip(1);
        blocks.extend(ends.take(MOST_ENDS).map(|end| fence.block(&lines, block.line, end, true)));
        blocks.push(fence.block(&lines, block.line, lines.len(), false));
    }
    blocks
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

    fn is_closed_by(&self, line: &str) -> bool {
        let inner = line.trim();
        inner.chars().count() >= self.length && inner.chars().all(|character| character == self.mark)
    }

    fn block(&self, lines: &[&str], opening: usize, end: usize, closed: bool) -> Block {
        let content = lines[opening + 1..end].iter().map(|line| self.without_indent(line));
        Block { text: content.collect(), line: opening, closed }
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
    fn what_stands_before_the_first_fence_is_found() {
        assert_eq!(before_fences("a\nb\n```\nc"), Some("a\nb\n"));
        assert_eq!(before_fences("```\nc"), Some(""));
        assert_eq!(before_fences("a"), None);
    }
}
