//! The syntax tree laid flat: every node in source order with its parent, so that rules look around without recursion.

use std::cell::Cell;

use ruff_python_ast::AnyNodeRef;
use ruff_python_ast::visitor::source_order::SourceOrderVisitor as _;
use ruff_text_size::Ranged as _;

use super::positions::line_starts;
use super::walk::Walk;
use crate::parse::Module;

/// Steps of looking around that a module may cost; some tenths of a second, and thousands of times what samples cost.
const WORK: u64 = 50_000_000;

/// The place of a node in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(super) u32);

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
    pub(super) end: u32,
}

/// A module's nodes in source order.
///
/// An `elif` is an `If` inside of the one before it, as in CPython's own tree; an `else` is no node, nor are argument
/// lists, identifiers and the parts of strings.
#[derive(Debug)]
pub(crate) struct Tree<'a> {
    nodes: Vec<Node<'a>>,
    pub(super) source: &'a str,
    pub(super) line_starts: Vec<u32>,
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
}
