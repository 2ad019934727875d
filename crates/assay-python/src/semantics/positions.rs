//! Where nodes are in the text.

use ruff_python_ast::AnyNodeRef;
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::tree::{NodeId, Tree};

impl<'a> Tree<'a> {
    /// Where a node is said to be: a definition at its keyword, not at its decorators.
    pub(crate) fn start(&self, id: NodeId) -> TextSize {
        let (range, decorators) = match self.syntax(id) {
            AnyNodeRef::StmtFunctionDef(node) => (node.range, node.decorator_list.last()),
            AnyNodeRef::StmtClassDef(node) => (node.range, node.decorator_list.last()),
            other => (other.range(), None),
        };
        let Some(last) = decorators else { return range.start() };
        let mut at = last.range.end();
        loop {
            let rest = &self.source[usize::from(at)..usize::from(range.end())];
            let blank = rest.len() - rest.trim_start().len();
            let comment = match rest[blank..].strip_prefix('#') {
                Some(text) => 1 + text.find(['\n', '\r']).unwrap_or(text.len()),
                None => 0,
            };
            at += TextSize::try_from(blank + comment).unwrap_or_default();
            if comment == 0 {
                return at;
            }
        }
    }

    /// The text of a range.
    pub(crate) fn text(&self, range: TextRange) -> &'a str {
        &self.source[range]
    }

    /// Line, from 1, of a place in the text.
    pub(crate) fn line_at(&self, at: TextSize) -> usize {
        self.line_starts.partition_point(|start| *start <= at.to_u32())
    }

    /// Line, from 1, at which a node is said to be.
    pub(crate) fn line(&self, id: NodeId) -> usize {
        self.line_at(self.start(id))
    }

    /// Column, from 0, in bytes, of a place in the text.
    pub(crate) fn column_at(&self, at: TextSize) -> usize {
        // A byte order mark is no column.
        let start = match self.line_at(at).saturating_sub(1) {
            0 if self.source.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
            line => self.line_starts.get(line).map_or(0, |start| *start as usize),
        };
        at.to_usize().saturating_sub(start)
    }
}

/// Where each line starts, in bytes.
pub(super) fn line_starts(source: &str) -> Vec<u32> {
    let bytes = source.as_bytes();
    let mut starts = vec![0];
    for (place, byte) in bytes.iter().enumerate() {
        let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(place + 1) != Some(&b'\n'));
        if ends {
            starts.push(u32::try_from(place + 1).unwrap_or(u32::MAX));
        }
    }
    starts
}
