//! The walk that lays a syntax tree flat.

use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, TraversalSignal, walk_expr, walk_interpolated_string_element, walk_pattern, walk_stmt,
};
use ruff_python_ast::{AnyNodeRef, Expr, InterpolatedStringElement, Pattern, Stmt};

use super::tree::{Node, NodeId};

/// Stack that a step of the walk may need, and how much is added when less is left, in bytes.
const STEP: usize = 128 << 10;
const MORE: usize = 2 << 20;

pub(super) struct Walk<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    /// Where the next node's parent is; nodes that are left out push their own parent again.
    pub(super) open: Vec<NodeId>,
    /// The `if`s that are open, each with its `elif`s so far.
    pub(super) clauses: Vec<Vec<NodeId>>,
}

impl Walk<'_> {
    pub(super) fn next(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    fn top(&self) -> NodeId {
        self.open.last().copied().unwrap_or(NodeId::MODULE)
    }
}

/// Whether a node says nothing that its parent does not.
fn is_left_out(node: AnyNodeRef) -> bool {
    matches!(
        node,
        AnyNodeRef::Arguments(_)
            | AnyNodeRef::Identifier(_)
            | AnyNodeRef::StringLiteral(_)
            | AnyNodeRef::BytesLiteral(_)
            | AnyNodeRef::FString(_)
            | AnyNodeRef::TString(_)
            | AnyNodeRef::TypeParams(_)
            | AnyNodeRef::PatternArguments(_)
            | AnyNodeRef::InterpolatedStringLiteralElement(_)
    )
}

impl<'a> SourceOrderVisitor<'a> for Walk<'a> {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        let mut parent = self.top();
        if let AnyNodeRef::ElifElseClause(clause) = node {
            parent = self.clauses.last().and_then(|clauses| clauses.last()).copied().unwrap_or(parent);
            if clause.test.is_none() {
                self.open.push(parent);
                return TraversalSignal::Traverse;
            }
        }
        if is_left_out(node) {
            self.open.push(parent);
            return TraversalSignal::Traverse;
        }
        let id = NodeId(self.next());
        match node {
            AnyNodeRef::StmtIf(_) => self.clauses.push(vec![id]),
            AnyNodeRef::ElifElseClause(_) => {
                if let Some(clauses) = self.clauses.last_mut() {
                    clauses.push(id);
                }
            }
            _ => {}
        }
        self.nodes.push(Node { syntax: node, parent, end: 0 });
        self.open.push(id);
        TraversalSignal::Traverse
    }

    fn leave_node(&mut self, node: AnyNodeRef<'a>) {
        let end = self.next();
        let Some(id) = self.open.pop() else { return };
        match node {
            // Ended together with the `if` that it belongs to.
            AnyNodeRef::ElifElseClause(_) => {}
            AnyNodeRef::StmtIf(_) => {
                for clause in self.clauses.pop().unwrap_or_default() {
                    self.nodes[clause.index()].end = end;
                }
            }
            other if is_left_out(other) => {}
            _ => self.nodes[id.index()].end = end,
        }
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        stacker::maybe_grow(STEP, MORE, || walk_stmt(self, stmt));
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        stacker::maybe_grow(STEP, MORE, || walk_expr(self, expr));
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        stacker::maybe_grow(STEP, MORE, || walk_pattern(self, pattern));
    }

    fn visit_interpolated_string_element(&mut self, element: &'a InterpolatedStringElement) {
        stacker::maybe_grow(STEP, MORE, || walk_interpolated_string_element(self, element));
    }
}
