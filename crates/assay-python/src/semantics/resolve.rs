//! Follows every name to the scope that it is read from, in the order in which Pylint does.
//!
//! Pylint uses bindings up: a name's first read in a scope takes the bindings that it may mean, later reads find it taken.
//! A read whose bindings cannot hold is "used before assignment", another message, and not an undefined name.

use std::collections::HashMap;

use ruff_python_ast::{AnyNodeRef, ExprContext};

use super::builtins::is_builtin;
use super::lookup::is_in_head;
use super::scopes::{Binding, BindingKind, ScopeId, ScopeKind, Scopes};
use super::tree::{NodeId, Tree};

/// What a read of a name comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// Bound in that scope.
    Found(ScopeId),
    /// Bound, but perhaps not yet: not this crate's question.
    BeforeAssignment,
    /// Bound nowhere, nor builtin.
    Undefined,
    /// Python's own.
    Builtin,
}

/// Names that every module has.
const MODULE_NAMES: [&str; 5] = ["__name__", "__doc__", "__file__", "__path__", "__package__"];
/// Names that a class body has.
pub(super) const CLASS_NAMES: [&str; 2] = ["__module__", "__qualname__"];

/// Every read of a name, also those by `del` and `+=`, in source order.
pub(crate) fn resolve<'a>(tree: &Tree<'a>, scopes: &Scopes<'a>) -> Vec<(NodeId, &'a str, Resolution)> {
    let mut resolver = Resolver { tree, scopes, taken: HashMap::new() };
    let mut found = Vec::new();
    for (id, node) in tree.iter() {
        let AnyNodeRef::ExprName(name) = node.syntax else { continue };
        let reads = match name.ctx {
            ExprContext::Load | ExprContext::Del => true,
            ExprContext::Store => matches!(tree.syntax(node.parent), AnyNodeRef::StmtAugAssign(_)),
            ExprContext::Invalid => false,
        };
        if reads && tree.may_go_on(1) {
            found.push((id, name.id.as_str(), resolver.read(id, name.id.as_str())));
        }
    }
    found
}

pub(super) struct Resolver<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
    pub(super) scopes: &'t Scopes<'a>,
    /// For names that were read in a scope, the bindings that no read has taken.
    taken: HashMap<(ScopeId, &'a str), Vec<Binding>>,
}

/// What one scope says of a name.
enum Step {
    Return(Resolution),
    /// Look further out.
    Continue,
}

impl<'a> Resolver<'_, 'a> {
    fn read(&mut self, at: NodeId, name: &'a str) -> Resolution {
        let start = self.scopes.holding(at);
        let chain: Vec<ScopeId> = self.scopes.outwards(start).collect();
        for scope in chain {
            if self.is_skipped(at, name, scope, scope == start) {
                continue;
            }
            if let Step::Return(resolution) = self.step(at, name, scope) {
                return resolution;
            }
        }
        let is_cell = name == "__class__" && self.is_in_method(at);
        if MODULE_NAMES.contains(&name) || is_builtin(name) || is_cell {
            return Resolution::Builtin;
        }
        if self.is_caught(at) { Resolution::Builtin } else { Resolution::Undefined }
    }

    /// Whether a scope around a name is not one that it is read from.
    fn is_skipped(&self, at: NodeId, name: &str, scope: ScopeId, innermost: bool) -> bool {
        let opened = self.scopes.get(scope);
        let head = is_in_head(self.tree, opened.node, at);
        let is_type_parameter =
            || opened.bindings(name).iter().any(|binding| binding.kind == BindingKind::TypeParameter);
        match opened.kind {
            ScopeKind::Class => {
                (head || (!innermost && self.ignores_class(at, name))) && !is_type_parameter()
            }
            ScopeKind::Function => head && !is_type_parameter(),
            ScopeKind::Lambda => head,
            ScopeKind::Module | ScopeKind::Comprehension => false,
        }
    }

    pub(super) fn frame_of(&self, node: NodeId) -> ScopeId {
        self.scopes.frame(self.scopes.holding(node))
    }

    fn step(&mut self, at: NodeId, name: &'a str, scope: ScopeId) -> Step {
        let opened = self.scopes.get(scope);
        if opened.kind == ScopeKind::Class && CLASS_NAMES.contains(&name) {
            return Step::Return(Resolution::Builtin);
        }
        let all = opened.bindings(name);
        if all.is_empty() || !self.tree.may_go_on(1) {
            return Step::Continue;
        }
        if self.taken.contains_key(&(scope, name)) {
            return Step::Return(Resolution::Found(scope));
        }
        let first = all[0];
        if self.is_own_value(at, name, first) {
            return Step::Continue;
        }
        let frame = self.frame_of(at);
        let within_comprehension = self.scopes.holding(at) != frame;
        let mut kept: Vec<Binding> = all.to_vec();
        if !(self.scopes.get(frame).is_nonlocal(name) || within_comprehension) {
            kept.retain(|binding| {
                let statement = self.tree.statement(binding.node);
                !matches!(self.tree.syntax(statement), AnyNodeRef::ExceptHandlerExceptHandler(_))
                    || self.tree.holds(statement, at)
            });
        }
        let Some(first) = kept.first().copied() else {
            return Step::Return(Resolution::BeforeAssignment);
        };
        if let Some(step) = self.own_statement(at, name, scope, first) {
            return step;
        }
        let left = all.iter().filter(|binding| !kept.contains(binding)).copied().collect();
        self.taken.insert((scope, name), left);
        Step::Return(Resolution::Found(scope))
    }

    /// `x = x` and `for x in x`, where this is the first binding.
    fn is_own_value(&self, at: NodeId, name: &str, first: Binding) -> bool {
        let parent = self.tree.parent(at);
        match self.tree.syntax(parent) {
            AnyNodeRef::StmtAssign(node) => {
                self.tree.parent(first.node) == parent
                    && matches!(node.targets.first(), Some(ruff_python_ast::Expr::Name(target)) if target.id == name)
            }
            AnyNodeRef::StmtFor(node) => {
                first.holder == parent
                    && self.tree.parent(first.node) == parent
                    && AnyNodeRef::from(&*node.iter).as_ptr() == self.tree.syntax(at).as_ptr()
            }
            _ => false,
        }
    }

    /// A definition that names itself while it is made, and `x += 1` and `del x` without an `x`.
    fn own_statement(&mut self, at: NodeId, name: &'a str, scope: ScopeId, first: Binding) -> Option<Step> {
        let tree = self.tree;
        let statement = tree.statement(at);
        match first.kind {
            BindingKind::Function if first.node == statement && is_in_head(tree, statement, at) => {
                let is_method = self.scopes.get(scope).kind == ScopeKind::Class;
                Some(if is_method { Step::Return(Resolution::BeforeAssignment) } else { Step::Continue })
            }
            // Pylint takes a class's body up later, and the class as made in a lambda there.
            BindingKind::Class if tree.holds(first.node, at) && self.is_in_lambda(at, first.node) => {
                Some(Step::Return(Resolution::BeforeAssignment))
            }
            BindingKind::Class if self.is_in_making(at, statement, first.node) => Some(Step::Continue),
            BindingKind::AugmentedAssign | BindingKind::Delete
                if tree.statement(first.node) == statement
                    && !matches!(
                        tree.syntax(at),
                        AnyNodeRef::ExprName(name) if name.ctx == ExprContext::Load
                    ) =>
            {
                self.taken.insert((scope, name), Vec::new());
                Some(Step::Continue)
            }
            _ => None,
        }
    }
}
