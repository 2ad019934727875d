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
const CLASS_NAMES: [&str; 2] = ["__module__", "__qualname__"];

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

struct Resolver<'t, 'a> {
    tree: &'t Tree<'a>,
    scopes: &'t Scopes<'a>,
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

    fn is_in_method(&self, at: NodeId) -> bool {
        let frame = self.scopes.frame(self.scopes.holding(at));
        let frame = self.scopes.get(frame);
        frame.kind == ScopeKind::Function
            && frame.parent.is_some_and(|outer| self.scopes.get(outer).kind == ScopeKind::Class)
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

    /// A class's names are read only in its body itself: not in functions, lambdas and most of a comprehension.
    fn ignores_class(&self, at: NodeId, name: &str) -> bool {
        let statement = self.tree.statement(at);
        let mut scope = self.scopes.opened(statement).unwrap_or_else(|| self.frame_of(statement));
        let mut is_body = self.scopes.get(scope).kind == ScopeKind::Class;
        let frame = self.scopes.get(scope).node;
        if is_in_head(self.tree, frame, at) {
            is_body = true;
            scope = self.scopes.get(scope).parent.unwrap_or(scope);
        }
        let is_bound = !self.scopes.get(scope).bindings(name).is_empty()
            || (self.scopes.get(scope).kind == ScopeKind::Class && CLASS_NAMES.contains(&name));
        !(is_body && is_bound && !self.is_deferred(at, frame))
    }

    fn frame_of(&self, node: NodeId) -> ScopeId {
        self.scopes.frame(self.scopes.holding(node))
    }

    /// Whether a node is in a lambda's body or in a part of a comprehension that is run in a scope of its own.
    fn is_deferred(&self, at: NodeId, frame: NodeId) -> bool {
        let mut below = at;
        for outer in self.tree.ancestors(at) {
            if outer == frame {
                return false;
            }
            let syntax = self.tree.syntax(outer);
            let below_syntax = self.tree.syntax(below);
            match syntax {
                AnyNodeRef::ExprLambda(_) if !matches!(below_syntax, AnyNodeRef::Parameters(_)) => {
                    return true;
                }
                AnyNodeRef::Comprehension(clause)
                    if below_syntax.as_ptr() != AnyNodeRef::from(&clause.iter).as_ptr() =>
                {
                    return true;
                }
                _ => {}
            }
            if let Some(first) = first_clause(syntax)
                && below_syntax.as_ptr() != AnyNodeRef::Comprehension(first).as_ptr()
            {
                return true;
            }
            below = outer;
        }
        false
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

    /// Whether a node is in the body of a lambda of a class's own body.
    fn is_in_lambda(&self, at: NodeId, class: NodeId) -> bool {
        let body = self.scopes.opened(class);
        self.scopes.outwards(self.scopes.holding(at)).take_while(|scope| Some(*scope) != body).any(|scope| {
            let scope = self.scopes.get(scope);
            scope.kind == ScopeKind::Lambda && !is_in_head(self.tree, scope.node, at)
        }) && self.tree.statement(at) != class
            && !matches!(self.tree.syntax(self.tree.statement(at)), AnyNodeRef::StmtReturn(_))
    }

    /// Whether a class is named where it does not exist yet: its head, its body, its methods' annotations.
    fn is_in_making(&self, at: NodeId, statement: NodeId, class: NodeId) -> bool {
        if !self.tree.holds(class, at) {
            return false;
        }
        if statement == class {
            return true;
        }
        let postponed = self.scopes.annotations_are_postponed;
        let body = self.scopes.opened(class);
        match self.tree.syntax(statement) {
            AnyNodeRef::StmtFunctionDef(_) if is_in_head(self.tree, statement, at) => {
                Some(self.scopes.holding(statement)) == body
                    && !postponed
                    && self.is_annotation(at, statement)
            }
            AnyNodeRef::StmtAnnAssign(_) if postponed => false,
            _ => {
                let frame = self.scopes.outwards(self.scopes.holding(at)).find(|scope| {
                    let scope = self.scopes.get(*scope);
                    let is_default = scope.kind == ScopeKind::Lambda && is_in_head(self.tree, scope.node, at);
                    scope.kind != ScopeKind::Comprehension && !is_default
                });
                frame == body
            }
        }
    }

    /// Whether a node of a function's head is an annotation rather than a default or a decorator.
    fn is_annotation(&self, at: NodeId, function: NodeId) -> bool {
        let mut below = at;
        for outer in self.tree.ancestors(at) {
            if matches!(self.tree.syntax(outer), AnyNodeRef::Parameter(_)) {
                return true;
            }
            if outer == function {
                let AnyNodeRef::StmtFunctionDef(node) = self.tree.syntax(function) else { return false };
                let returns = node.returns.as_deref().map(|returns| AnyNodeRef::from(returns).as_ptr());
                return returns == Some(self.tree.syntax(below).as_ptr());
            }
            below = outer;
        }
        false
    }

    /// Whether an undefined name's error is handled around it.
    fn is_caught(&self, at: NodeId) -> bool {
        for outer in self.tree.ancestors(at) {
            match self.tree.syntax(outer) {
                AnyNodeRef::ExceptHandlerExceptHandler(_) => return false,
                AnyNodeRef::StmtTry(node) => {
                    return node.handlers.iter().any(|handler| {
                        let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                        handler.type_.as_deref().is_some_and(names_name_error)
                    });
                }
                _ => {}
            }
        }
        false
    }
}

fn names_name_error(expression: &ruff_python_ast::Expr) -> bool {
    match expression {
        ruff_python_ast::Expr::Name(name) => name.id == "NameError",
        ruff_python_ast::Expr::Tuple(tuple) => tuple
            .elts
            .iter()
            .any(|element| matches!(element, ruff_python_ast::Expr::Name(name) if name.id == "NameError")),
        _ => false,
    }
}

fn first_clause(syntax: AnyNodeRef<'_>) -> Option<&ruff_python_ast::Comprehension> {
    match syntax {
        AnyNodeRef::ExprListComp(node) => node.generators.first(),
        AnyNodeRef::ExprSetComp(node) => node.generators.first(),
        AnyNodeRef::ExprDictComp(node) => node.generators.first(),
        AnyNodeRef::ExprGenerator(node) => node.generators.first(),
        _ => None,
    }
}
