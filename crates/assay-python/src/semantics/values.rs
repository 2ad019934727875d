//! What an expression is, where the module's own text says so.
//!
//! A small part of what astroid infers for Pylint: literals, names with visible values, operators on them, calls of
//! builtins and of the module's functions. All that may be; [`Value::Unknown`] stands for what the text does not say.

use ruff_python_ast::{AnyNodeRef, Expr, ExprName, Number};

use super::lookup::reaching;
use super::scopes::{Binding, BindingKind, Scopes};
use super::star::is_standard_library_module;
use super::tree::{NodeId, Tree};
use super::value::{Value, attribute, builtin, one_kind};

/// Expressions looked at for one question, and how deep calls and names are followed.
const EFFORT: u32 = 500;
const DEPTH: u32 = 24;

/// Answers what expressions of one module are.
pub(crate) struct Values<'t, 'a> {
    pub(super) tree: &'t Tree<'a>,
    pub(super) scopes: &'t Scopes<'a>,
    effort: std::cell::Cell<u32>,
}

/// A function's call that is being followed: what its parameters are.
pub(super) struct Call<'c> {
    pub(super) function: NodeId,
    pub(super) arguments: &'c [(String, Vec<Value>)],
}

#[derive(Clone, Copy)]
pub(super) struct Following<'c> {
    pub(super) depth: u32,
    pub(super) call: Option<&'c Call<'c>>,
}

impl<'t, 'a> Values<'t, 'a> {
    pub(crate) fn new(tree: &'t Tree<'a>, scopes: &'t Scopes<'a>) -> Self {
        Self { tree, scopes, effort: std::cell::Cell::new(0) }
    }

    /// All that an expression at a node may be, the likeliest first.
    pub(crate) fn all(&self, at: NodeId) -> Vec<Value> {
        self.effort.set(0);
        self.infer(at, Following { depth: 0, call: None })
    }

    /// What an expression is, where it can be only one kind of thing.
    pub(crate) fn only(&self, at: NodeId) -> Option<Value> {
        one_kind(&self.all(at))
    }

    pub(super) fn child(&self, at: NodeId, syntax: &'a Expr) -> Option<NodeId> {
        self.tree.find(at, AnyNodeRef::from(syntax))
    }

    pub(super) fn of(&self, at: NodeId, syntax: &'a Expr, following: Following) -> Vec<Value> {
        self.child(at, syntax).map_or(vec![Value::Unknown], |child| self.infer(child, following))
    }

    pub(super) fn one(&self, at: NodeId, syntax: &'a Expr, following: Following) -> Value {
        one_kind(&self.of(at, syntax, following)).unwrap_or(Value::Unknown)
    }

    pub(super) fn infer(&self, at: NodeId, following: Following) -> Vec<Value> {
        self.effort.set(self.effort.get() + 1);
        if self.effort.get() > EFFORT || following.depth > DEPTH || !self.tree.may_go_on(1) {
            return vec![Value::Unknown];
        }
        let deeper = Following { depth: following.depth + 1, ..following };
        stacker::maybe_grow(128 << 10, 2 << 20, || self.infer_syntax(at, deeper))
    }

    fn infer_syntax(&self, at: NodeId, deeper: Following) -> Vec<Value> {
        let one = match self.tree.syntax(at) {
            AnyNodeRef::ExprNumberLiteral(node) => Value::number(match &node.value {
                Number::Int(value) => Some(value.as_u64() != Some(0)),
                Number::Float(value) => Some(*value != 0.0),
                Number::Complex { .. } => None,
            }),
            AnyNodeRef::ExprBooleanLiteral(node) => Value::number(Some(node.value)),
            AnyNodeRef::ExprNoneLiteral(_) => Value::number(Some(false)),
            AnyNodeRef::ExprEllipsisLiteral(_) => Value::number(Some(true)),
            AnyNodeRef::ExprStringLiteral(node) => Value::text(Some(!node.value.is_empty())),
            AnyNodeRef::ExprBytesLiteral(node) => Value::number(Some(!node.value.is_empty())),
            AnyNodeRef::ExprList(node) => Value::Container { full: !node.elts.is_empty() },
            AnyNodeRef::ExprTuple(node) => Value::Container { full: !node.elts.is_empty() },
            AnyNodeRef::ExprSet(node) => Value::Container { full: !node.elts.is_empty() },
            AnyNodeRef::ExprDict(node) => Value::Container { full: !node.items.is_empty() },
            AnyNodeRef::ExprLambda(_) => Value::Function(Some(at)),
            AnyNodeRef::ExprFString(_) => self.formatted(at, deeper),
            AnyNodeRef::ExprUnaryOp(node) => self.unary(at, node.op, &node.operand, deeper),
            AnyNodeRef::ExprBinOp(node) => {
                Self::binary(node.op, &self.one(at, &node.left, deeper), &self.one(at, &node.right, deeper))
            }
            AnyNodeRef::ExprCompare(node) => {
                let known = |syntax| {
                    matches!(self.one(at, syntax, deeper), Value::Constant { .. } | Value::Container { .. })
                };
                let all = known(&node.left) && node.comparators.iter().all(known);
                if all { Value::number(None) } else { Value::Unknown }
            }
            AnyNodeRef::ExprName(node) => return self.name(at, node, deeper),
            AnyNodeRef::ExprNamed(node) => return self.of(at, &node.value, deeper),
            AnyNodeRef::ExprBoolOp(node) => return self.boolean(at, node.op, &node.values, deeper),
            AnyNodeRef::ExprIf(node) => return self.conditional(at, node, deeper),
            AnyNodeRef::ExprCall(node) => return self.call(at, node, deeper),
            AnyNodeRef::ExprAttribute(node) => {
                let value = self.one(at, &node.value, deeper);
                attribute(&value, node.attr.id.as_str())
            }
            AnyNodeRef::ExprSubscript(node) => return self.subscript(at, node, deeper),
            _ => Value::Unknown,
        };
        vec![one]
    }

    fn name(&self, at: NodeId, node: &'a ExprName, deeper: Following) -> Vec<Value> {
        let name = node.id.as_str();
        let (bindings, _) = reaching(self.tree, self.scopes, at, name);
        if bindings.is_empty() {
            return vec![builtin(name)];
        }
        bindings.into_iter().flat_map(|binding| self.binding(binding, name, deeper)).collect()
    }

    fn binding(&self, binding: Binding, name: &str, deeper: Following) -> Vec<Value> {
        let one = match (binding.kind, self.tree.syntax(binding.holder)) {
            (BindingKind::Assign, AnyNodeRef::StmtAssign(node)) => {
                return self.assigned(binding, &node.value, deeper);
            }
            (BindingKind::AnnotatedAssign, AnyNodeRef::StmtAnnAssign(node)) => {
                return match &node.value {
                    Some(value) => self.of(binding.holder, value, deeper),
                    None => Vec::new(),
                };
            }
            (BindingKind::Walrus, AnyNodeRef::ExprNamed(node)) => {
                return self.of(binding.holder, &node.value, deeper);
            }
            (BindingKind::Parameter, _) => return self.parameter(binding, name, deeper),
            (BindingKind::Function, _) => Value::Function(Some(binding.node)),
            (BindingKind::Class, _) => Value::Class(Some(binding.node), name.to_owned()),
            (BindingKind::Import, _) => self.imported(binding),
            (BindingKind::ImportFrom, AnyNodeRef::StmtImportFrom(node)) => {
                let AnyNodeRef::Alias(alias) = self.tree.syntax(binding.node) else {
                    return vec![Value::Unknown];
                };
                let module = node.module.as_ref().map_or("", |module| module.id.as_str());
                let from = if alias.name.id == "*" { name } else { alias.name.id.as_str() };
                attribute(&Value::Module(module.to_owned()), from)
            }
            _ => Value::Unknown,
        };
        vec![one]
    }

    fn imported(&self, binding: Binding) -> Value {
        let AnyNodeRef::Alias(alias) = self.tree.syntax(binding.node) else { return Value::Unknown };
        let full = alias.name.id.as_str();
        let module = if alias.asname.is_some() { full } else { full.split('.').next().unwrap_or(full) };
        if is_standard_library_module(module) { Value::Module(module.to_owned()) } else { Value::Unknown }
    }

    fn assigned(&self, binding: Binding, value: &'a Expr, deeper: Following) -> Vec<Value> {
        if self.tree.parent(binding.node) == binding.holder {
            return self.of(binding.holder, value, deeper);
        }
        // a, b = 1, 2
        let elements = |syntax: AnyNodeRef<'a>| -> Option<&'a [Expr]> {
            match syntax {
                AnyNodeRef::ExprTuple(node) => Some(&node.elts),
                AnyNodeRef::ExprList(node) => Some(&node.elts),
                _ => None,
            }
        };
        let targets = self.tree.parent(binding.node);
        let pair = (elements(self.tree.syntax(targets)), elements(AnyNodeRef::from(value)));
        let (Some(left), Some(right)) = pair else { return vec![Value::Unknown] };
        let direct = self.tree.parent(targets) == binding.holder;
        if !direct || left.iter().chain(right).any(Expr::is_starred_expr) {
            return vec![Value::Unknown];
        }
        let own = self.tree.syntax(binding.node).as_ptr();
        let place = left.iter().position(|target| AnyNodeRef::from(target).as_ptr() == own);
        match place.and_then(|place| right.get(place)) {
            Some(value) => self.of(binding.holder, value, deeper),
            None => vec![Value::Unknown],
        }
    }

    fn parameter(&self, binding: Binding, name: &str, deeper: Following) -> Vec<Value> {
        let function = self.tree.parent(binding.holder);
        if let Some(call) = deeper.call.filter(|call| call.function == function)
            && let Some((_, values)) = call.arguments.iter().find(|(parameter, _)| parameter == name)
        {
            return values.clone();
        }
        let mut values = Vec::new();
        if let AnyNodeRef::ParameterWithDefault(node) = self.tree.syntax(self.tree.parent(binding.node))
            && let Some(default) = node.default.as_deref()
        {
            values = self.of(self.tree.parent(binding.node), default, deeper);
        }
        values.push(Value::Unknown);
        values
    }
}
