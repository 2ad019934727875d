//! Fenced code blocks of Markdown, as far as CommonMark 0.31 (section 4.5) defines them at the outer level.

/// The content of every block fenced by backticks or tildes, in order. A block that is never closed ends with the text.
pub(crate) fn fenced_blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(Fence, String)> = None;
    for line in text.split_inclusive('\n') {
        match &mut open {
            None => open = Fence::opening(line).map(|fence| (fence, String::new())),
            Some((fence, block)) if fence.is_closed_by(line) => {
                blocks.push(std::mem::take(block));
                open = None;
            }
            Some((fence, block)) => block.push_str(fence.without_indent(line)),
        }
    }
    blocks.extend(open.map(|(_, block)| block));
    blocks
}

/// An opening fence.
struct Fence {
    mark: char,
    length: usize,
    indent: usize,
}

impl Fence {
    fn opening(line: &str) -> Option<Self> {
        let inner = line.trim_start_matches(' ');
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

    /// Content of an indented block (in a list, say) loses the fence's indent, as far as it has it.
    fn without_indent<'a>(&self, line: &'a str) -> &'a str {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        &line[spaces.min(self.indent)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(fenced_blocks(text), blocks, "{text:?}");
        }
    }
}
