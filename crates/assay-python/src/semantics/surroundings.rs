//! What stands around a name that is read: a class that is still being made, a lambda, a handler.

use ruff_python_ast::AnyNodeRef;

use super::lookup::is_in_head;
use super::resolve::{CLASS_NAMES, Resolver};
use super::scopes::ScopeKind;
use super::tree::NodeId;

impl Resolver<'_, '_> {
    pub(super) fn is_in_method(&self, at: NodeId) -> bool {
        let frame = self.scopes.frame(self.scopes.holding(at));
        let frame = self.scopes.get(frame);
        frame.kind == ScopeKind::Function
            && frame.parent.is_some_and(|outer| self.scopes.get(outer).kind == ScopeKind::Class)
    }

    /// A class's names are read only in its body itself: not in functions, lambdas and most of a comprehension.
    pub(super) fn ignores_class(&self, at: NodeId, name: &str) -> bool {
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

    /// Whether a node is in a lambda's body or in a part of a comprehension that is run in a scope of its own.
    pub(super) fn is_deferred(&self, at: NodeId, frame: NodeId) -> bool {
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

    /// Whether a node is in the body of a lambda of a class's own body.
    pub(super) fn is_in_lambda(&self, at: NodeId, class: NodeId) -> bool {
        let body = self.scopes.opened(class);
        self.scopes.outwards(self.scopes.holding(at)).take_while(|scope| Some(*scope) != body).any(|scope| {
            let scope = self.scopes.get(scope);
            scope.kind == ScopeKind::Lambda && !is_in_head(self.tree, scope.node, at)
        }) && self.tree.statement(at) != class
            && !matches!(self.tree.syntax(self.tree.statement(at)), AnyNodeRef::StmtReturn(_))
    }

    /// Whether a class is named where it does not exist yet: its head, its body, its methods' annotations.
    pub(super) fn is_in_making(&self, at: NodeId, statement: NodeId, class: NodeId) -> bool {
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
    pub(super) fn is_annotation(&self, at: NodeId, function: NodeId) -> bool {
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
    pub(super) fn is_caught(&self, at: NodeId) -> bool {
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
