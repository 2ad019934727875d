//! Which bindings of a name may be the ones that hold where it is read.
//!
//! An approximation by position and block, as Pylint's own, not a flow analysis: later lines do not count, a binding in the
//! same block replaces an earlier one, branches that exclude one another both stay.

use ruff_python_ast::AnyNodeRef;

use super::branches::Branch;
use super::scopes::{Binding, BindingKind, ScopeId, ScopeKind, Scopes};
use super::tree::{NodeId, Tree};

/// Whether two statements cannot both run in one pass.
pub(crate) struct Exclusive;

impl Exclusive {
    /// In different branches of one `if`, or one in a handler and the other in what it handles.
    pub(crate) fn are(tree: &Tree, one: NodeId, other: NodeId) -> bool {
        let mut below = other;
        for common in tree.ancestors(other) {
            if tree.holds(common, one) {
                return Self::below(tree, common, one, below);
            }
            if common == one {
                return false;
            }
            below = common;
        }
        false
    }

    fn below(tree: &Tree, common: NodeId, one: NodeId, second: NodeId) -> bool {
        let first = std::iter::once(one)
            .chain(tree.ancestors(one))
            .find(|node| tree.parent(*node) == common)
            .unwrap_or(one);
        let branches = (tree.branch(first), tree.branch(second));
        match tree.syntax(common) {
            AnyNodeRef::StmtIf(_) | AnyNodeRef::ElifElseClause(_) => {
                branches.0 != branches.1 && branches.0 != Branch::Head && branches.1 != Branch::Head
            }
            AnyNodeRef::StmtTry(_) => match branches {
                (Branch::Handler, Branch::Handler) => first != second,
                (Branch::Handler, Branch::Body | Branch::OrElse)
                | (Branch::Body | Branch::OrElse, Branch::Handler) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

/// The bindings that a name may have where it is read, from the innermost scope that has any, and that scope.
pub(crate) fn reaching(tree: &Tree, scopes: &Scopes, at: NodeId, name: &str) -> (Vec<Binding>, ScopeId) {
    let mut scope = scopes.holding(at);
    let mut before = 0;
    // A name in a definition's head is looked up around the definition, as of the line before it.
    if is_in_head(tree, scopes.get(scope).node, at) {
        scope = scopes.get(scope).parent.unwrap_or(ScopeId::MODULE);
        before = 1;
    }
    for outer in scopes.outwards(scope) {
        if outer != scope && scopes.get(outer).kind == ScopeKind::Class {
            continue;
        }
        let offset = if outer == scope { before } else { 0 };
        let found = Filter::new(tree, scopes, at, outer, offset).bindings(scopes.get(outer).bindings(name));
        if !found.is_empty() {
            return (found, outer);
        }
    }
    (Vec::new(), ScopeId::MODULE)
}

/// Whether a node is among a definition's decorators, defaults, annotations or base classes.
pub(super) fn is_in_head(tree: &Tree, definition: NodeId, node: NodeId) -> bool {
    match tree.syntax(definition) {
        AnyNodeRef::StmtFunctionDef(_) | AnyNodeRef::StmtClassDef(_) => tree.statement(node) == definition,
        AnyNodeRef::ExprLambda(_) => tree
            .ancestors(node)
            .take_while(|outer| *outer != definition)
            .any(|outer| matches!(tree.syntax(outer), AnyNodeRef::Parameters(_))),
        _ => false,
    }
}

struct Filter<'t, 'a> {
    tree: &'t Tree<'a>,
    at: NodeId,
    statement: NodeId,
    /// The last line that counts; none if all do.
    last_line: Option<usize>,
    kept: Vec<(Binding, Option<NodeId>)>,
}

impl<'t, 'a> Filter<'t, 'a> {
    fn new(tree: &'t Tree<'a>, scopes: &Scopes, at: NodeId, scope: ScopeId, before: usize) -> Self {
        let statement = tree.statement(at);
        let mut frame = scopes.frame(scopes.holding(at));
        if scopes.get(frame).node == statement && statement != NodeId::MODULE {
            frame = scopes.get(frame).parent.map_or(frame, |outer| scopes.frame(outer));
        }
        let last_line = (frame == scope).then(|| tree.line(statement).saturating_sub(before));
        Self { tree, at, statement, last_line, kept: Vec::new() }
    }

    fn bindings(mut self, all: &[Binding]) -> Vec<Binding> {
        let tree = self.tree;
        let only_handlers = all.len() > 1
            && all.iter().all(|binding| {
                matches!(tree.syntax(tree.statement(binding.node)), AnyNodeRef::ExceptHandlerExceptHandler(_))
            });
        if !tree.may_go_on(all.len()) {
            return Vec::new();
        }
        for binding in all {
            let statement = tree.statement(binding.node);
            if only_handlers && !tree.holds(statement, self.at) {
                continue;
            }
            if self.last_line.is_some_and(|last| tree.line(statement) > last) {
                break;
            }
            if self.add(*binding, statement) {
                break;
            }
        }
        self.kept.into_iter().map(|(binding, _)| binding).collect()
    }

    /// Takes one more binding; true if no later one can matter.
    fn add(&mut self, binding: Binding, statement: NodeId) -> bool {
        let tree = self.tree;
        if tree.statement(binding.holder) == self.statement {
            let is_holder = binding.holder == self.statement
                && !matches!(
                    binding.kind,
                    BindingKind::Function
                        | BindingKind::Class
                        | BindingKind::Import
                        | BindingKind::ImportFrom
                );
            if !is_holder {
                self.kept = vec![(binding, None)];
            }
            return true;
        }
        let block = tree.parent(statement);
        if binding.is_optional() && tree.holds(binding.holder, self.at) {
            self.kept = vec![(binding, Some(block))];
            return false;
        }
        if let Some(place) = self.kept.iter().position(|(_, parent)| *parent == Some(block)) {
            let earlier = self.kept[place].0;
            if tree.holds(earlier.holder, binding.holder) {
                return false;
            }
            if !(binding.is_optional() || Exclusive::are(tree, earlier.node, binding.node)) {
                self.kept.remove(place);
            }
        }
        let is_name = matches!(tree.syntax(binding.node), AnyNodeRef::ExprName(_))
            || matches!(
                binding.kind,
                BindingKind::ExceptHandler | BindingKind::Capture | BindingKind::Parameter
            );
        if binding.kind == BindingKind::Delete {
            self.kept.clear();
            return false;
        }
        if is_name && !binding.is_optional() && block == tree.parent(self.statement) {
            self.kept.clear();
        }
        // Parameters are siblings that do not replace one another.
        let parent = if binding.kind == BindingKind::Parameter { tree.parent(binding.node) } else { block };
        self.kept.push((binding, Some(parent)));
        false
    }
}
