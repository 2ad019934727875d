//! Where a class's instances get their attributes.

use std::collections::HashSet;

use ruff_python_ast::{AnyNodeRef, ExprContext};

use super::invalid_name::bases_of;
use super::registry::Subject;
use crate::semantics::{BindingKind, NodeId, ScopeKind, Value};

/// The first assignment of each attribute of each class: `self.x = …` in its methods, fields of a dataclass.
pub(super) fn first_attributes<'s>(subject: &'s Subject) -> Vec<(NodeId, &'s str)> {
    let tree = subject.tree;
    let mut assigned: Vec<(NodeId, NodeId, &str)> = Vec::new();
    for (id, node) in tree.iter() {
        match node.syntax {
            AnyNodeRef::ExprAttribute(attribute) if attribute.ctx == ExprContext::Store => {
                if let Some(class) = class_of_self(subject, id) {
                    assigned.push((class, id, attribute.attr.id.as_str()));
                }
            }
            AnyNodeRef::StmtClassDef(class) if is_dataclass(class) => {
                let Some(body) = subject.scopes.opened(id) else { continue };
                for (name, bindings) in subject.scopes.get(body).names() {
                    let first = bindings.first().filter(|first| first.kind == BindingKind::AnnotatedAssign);
                    assigned.extend(first.map(|first| (id, first.node, name)));
                }
            }
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    let mut first = Vec::new();
    let all: HashSet<(NodeId, &str)> = assigned.iter().map(|(class, _, name)| (*class, *name)).collect();
    for (class, at, name) in assigned {
        let inherited = bases_of(subject, class)
            .iter()
            .any(|base| matches!(base, Value::Class(Some(base), _) if all.contains(&(*base, name))));
        if seen.insert((class, name)) && !inherited {
            first.push((at, name));
        }
    }
    first
}

/// The class whose object an attribute is set on, where it is a method's `self`.
fn class_of_self(subject: &Subject, attribute: NodeId) -> Option<NodeId> {
    let tree = subject.tree;
    let AnyNodeRef::ExprAttribute(node) = tree.syntax(attribute) else { return None };
    let ruff_python_ast::Expr::Name(name) = &*node.value else { return None };
    let scope = subject.scopes.outwards(subject.scopes.holding(attribute)).find(|scope| {
        let scope = subject.scopes.get(*scope);
        scope.kind != ScopeKind::Class && !scope.bindings(&name.id).is_empty()
    })?;
    let function = subject.scopes.get(scope).node;
    let AnyNodeRef::StmtFunctionDef(method) = tree.syntax(function) else { return None };
    let parameters = &method.parameters;
    let first = parameters.posonlyargs.iter().chain(&parameters.args).next()?;
    let is_static = method.decorator_list.iter().any(|decorator| {
        matches!(&decorator.expression, ruff_python_ast::Expr::Name(name) if name.id == "staticmethod" || name.id == "classmethod")
    });
    let class = tree.parent(function);
    let is_self = first.parameter.name.id == name.id
        && !is_static
        && subject.scopes.get(scope).bindings(&name.id).len() == 1
        && matches!(tree.syntax(class), AnyNodeRef::StmtClassDef(_));
    is_self.then_some(class)
}

fn is_dataclass(class: &ruff_python_ast::StmtClassDef) -> bool {
    class.decorator_list.iter().any(|decorator| {
        let mut expression = &decorator.expression;
        if let ruff_python_ast::Expr::Call(call) = expression {
            expression = &call.func;
        }
        match expression {
            ruff_python_ast::Expr::Name(name) => name.id == "dataclass",
            ruff_python_ast::Expr::Attribute(attribute) => attribute.attr.id == "dataclass",
            _ => false,
        }
    })
}
