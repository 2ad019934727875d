//! In which part of a compound statement a node stands.

use ruff_python_ast::{AnyNodeRef, Stmt};
use ruff_text_size::{Ranged, TextSize};

use super::tree::{NodeId, Tree};

/// The part of a compound statement in which a node stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Branch {
    Head,
    Body,
    Handler,
    OrElse,
    Finally,
}

impl Tree<'_> {
    /// In which part of its parent a node stands.
    pub(crate) fn branch(&self, child: NodeId) -> Branch {
        let at = self.syntax(child).range().start();
        let starts = |body: &[Stmt]| body.first().map_or(TextSize::new(u32::MAX), Ranged::start);
        let two = |body: &[Stmt], orelse: &[Stmt]| {
            if at >= starts(orelse) {
                Branch::OrElse
            } else if at >= starts(body) {
                Branch::Body
            } else {
                Branch::Head
            }
        };
        match self.syntax(self.parent(child)) {
            AnyNodeRef::StmtIf(node) if node.body.last().is_some_and(|last| at >= last.end()) => {
                Branch::OrElse
            }
            AnyNodeRef::StmtIf(node) => two(&node.body, &[]),
            AnyNodeRef::ElifElseClause(node) if at >= node.range.end() => Branch::OrElse,
            AnyNodeRef::ElifElseClause(node) => two(&node.body, &[]),
            AnyNodeRef::StmtFor(node) => two(&node.body, &node.orelse),
            AnyNodeRef::StmtWhile(node) => two(&node.body, &node.orelse),
            AnyNodeRef::StmtTry(node) => {
                if matches!(self.syntax(child), AnyNodeRef::ExceptHandlerExceptHandler(_)) {
                    Branch::Handler
                } else if at >= starts(&node.finalbody) {
                    Branch::Finally
                } else if at >= starts(&node.orelse) {
                    Branch::OrElse
                } else {
                    Branch::Body
                }
            }
            AnyNodeRef::StmtWith(node) => two(&node.body, &[]),
            AnyNodeRef::MatchCase(node) => two(&node.body, &[]),
            AnyNodeRef::ExceptHandlerExceptHandler(node) => two(&node.body, &[]),
            AnyNodeRef::StmtFunctionDef(node) => two(&node.body, &[]),
            AnyNodeRef::StmtClassDef(node) => two(&node.body, &[]),
            AnyNodeRef::ModModule(_) => Branch::Body,
            _ => Branch::Head,
        }
    }
}
