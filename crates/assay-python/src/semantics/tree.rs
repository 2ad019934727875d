//! The syntax tree laid flat: every node in source order with its parent, so that rules look around without recursion.

use std::cell::Cell;

use ruff_python_ast::visitor::source_order::{
    SourceOrderVisitor, TraversalSignal, walk_expr, walk_interpolated_string_element, walk_pattern, walk_stmt,
};
use ruff_python_ast::{AnyNodeRef, Expr, InterpolatedStringElement, Pattern, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::parse::Module;

/// Stack that a step of the walk may need, and how much is added when less is left, in bytes.
const STEP: usize = 128 << 10;
const MORE: usize = 2 << 20;

/// Steps of looking around that a module may cost; some tenths of a second, and thousands of times what samples cost.
const WORK: u64 = 50_000_000;

/// The place of a node in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// The module itself.
    pub(crate) const MODULE: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'a> {
    pub(crate) syntax: AnyNodeRef<'a>,
    pub(crate) parent: NodeId,
    /// Nodes inside of this one have ids above its own and below this.
    end: u32,
}

/// The part of a compound statement in which a node stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Branch {
    Head,
    Body,
    Handler,
    OrElse,
    Finally,
}

/// A module's nodes in source order.
///
/// An `elif` is an `If` inside of the one before it, as in CPython's own tree; an `else` is no node, nor are argument
/// lists, identifiers and the parts of strings.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    source: &'a str,
    line_starts: Vec<u32>,
    work: Cell<u64>,
}

impl<'a> Tree<'a> {
    pub(crate) fn of(module: &'a Module) -> Self {
        let mut walk = Walk { nodes: Vec::new(), open: vec![NodeId::MODULE], clauses: Vec::new() };
        let syntax = module.parsed().syntax();
        walk.nodes.push(Node { syntax: AnyNodeRef::from(syntax), parent: NodeId::MODULE, end: 0 });
        walk.visit_body(&syntax.body);
        walk.nodes[0].end = walk.next();
        let source: &str = module.source();
        Self { nodes: walk.nodes, source, line_starts: line_starts(source), work: Cell::new(0) }
    }

    /// All nodes with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeId, &Node<'a>)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn syntax(&self, id: NodeId) -> AnyNodeRef<'a> {
        self.nodes[id.index()].syntax
    }

    pub(crate) fn parent(&self, id: NodeId) -> NodeId {
        self.nodes[id.index()].parent
    }

    /// Counts steps; false once there have been too many, when nothing more that is asked matters.
    pub(crate) fn may_go_on(&self, steps: usize) -> bool {
        self.work.set(self.work.get().saturating_add(steps as u64));
        self.work.get() < WORK
    }

    /// Its parent, the parent's parent, …, the module.
    pub(crate) fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut at = id;
        std::iter::from_fn(move || {
            (at != NodeId::MODULE && self.may_go_on(1)).then(|| {
                at = self.parent(at);
                at
            })
        })
    }

    /// Whether the second node is inside of the first and is not the first.
    pub(crate) fn holds(&self, outer: NodeId, inner: NodeId) -> bool {
        outer < inner && inner.0 < self.nodes[outer.index()].end
    }

    /// All nodes inside of a node, in source order.
    pub(crate) fn inside(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0 + 1..self.nodes[id.index()].end).map(NodeId)
    }

    /// The nodes whose parent this is.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.nodes[id.index()].end;
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            while next < end && self.may_go_on(1) {
                let child = NodeId(next);
                if self.parent(child) == id {
                    next = self.nodes[child.index()].end;
                    return Some(child);
                }
                next += 1;
            }
            None
        })
    }

    /// The node of a piece of syntax that is inside of a node.
    pub(crate) fn find(&self, within: NodeId, syntax: AnyNodeRef<'a>) -> Option<NodeId> {
        let range = within.index()..self.nodes[within.index()].end as usize;
        let start = syntax.range().start();
        // Nodes are in source order of their starts, except that a comprehension's parts keep to their own order.
        let from = range.start
            + self.nodes[range.clone()].partition_point(|node| node.syntax.range().start() < start);
        let same = |place: &usize| self.nodes[*place].syntax.as_ptr() == syntax.as_ptr();
        (from..range.end)
            .find(same)
            .or_else(|| range.clone().find(same))
            .map(|place| NodeId(u32::try_from(place).unwrap_or(u32::MAX)))
    }

    /// The innermost statement that holds a node or is it. An exception handler counts as one.
    pub(crate) fn statement(&self, id: NodeId) -> NodeId {
        let mut at = id;
        while at != NodeId::MODULE && !self.is_statement(at) {
            at = self.parent(at);
        }
        at
    }

    pub(crate) fn is_statement(&self, id: NodeId) -> bool {
        let syntax = self.syntax(id);
        syntax.is_statement()
            || matches!(syntax, AnyNodeRef::ExceptHandlerExceptHandler(_) | AnyNodeRef::ElifElseClause(_))
    }

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

fn line_starts(source: &str) -> Vec<u32> {
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

struct Walk<'a> {
    nodes: Vec<Node<'a>>,
    /// Where the next node's parent is; nodes that are left out push their own parent again.
    open: Vec<NodeId>,
    /// The `if`s that are open, each with its `elif`s so far.
    clauses: Vec<Vec<NodeId>>,
}

impl Walk<'_> {
    fn next(&self) -> u32 {
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
