//! What calls and subscripts give.

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall};

use super::lookup::reaching;
use super::tree::NodeId;
use super::value::{Value, is_text_method};
use super::values::{Call, Following, Values};

impl<'a> Values<'_, 'a> {
    pub(super) fn call(&self, at: NodeId, node: &'a ExprCall, deeper: Following) -> Vec<Value> {
        if let Expr::Attribute(attribute) = &*node.func
            && matches!(self.one(at, &attribute.value, deeper), Value::Constant { text: true, .. })
        {
            return vec![if is_text_method(&attribute.attr.id) { Value::text(None) } else { Value::Unknown }];
        }
        match self.one(at, &node.func, deeper) {
            Value::Class(None, name) if name == "typing.NewType" => {
                vec![Value::Class(None, name)]
            }
            Value::Class(None, name) => vec![self.construct(at, &name, node, deeper)],
            Value::Class(Some(_), _) => vec![Value::Instance],
            Value::Maker => vec![Value::Class(None, "tuple".to_owned())],
            Value::Function(Some(function)) => self.returned(at, function, node, deeper),
            Value::Function(None) if matches!(&*node.func, Expr::Name(name) if name.id == "len") => {
                match node.arguments.args.first().map(|first| self.one(at, first, deeper)) {
                    Some(Value::Container { .. } | Value::Constant { text: true, .. }) => {
                        Value::number(None).into()
                    }
                    _ => vec![Value::Unknown],
                }
            }
            _ => vec![Value::Unknown],
        }
    }

    /// An object of a class that is not the module's own.
    pub(super) fn construct(&self, at: NodeId, class: &str, node: &'a ExprCall, deeper: Following) -> Value {
        let first = node.arguments.args.first().map(|first| self.one(at, first, deeper));
        match (class, first) {
            ("str", _) => Value::text(None),
            ("int" | "bool", None | Some(Value::Constant { .. })) => Value::number(None),
            ("bool", Some(value)) if value.truth().is_some() => Value::number(value.truth()),
            ("list" | "tuple" | "set" | "frozenset", None) => Value::Container { full: false },
            ("dict", None) => Value::Container { full: !node.arguments.keywords.is_empty() },
            ("list" | "tuple" | "set" | "frozenset", Some(Value::Container { full })) => {
                Value::Container { full }
            }
            ("range", _) => Value::Range,
            ("type", _) => Value::Unknown,
            _ => Value::Instance,
        }
    }

    pub(super) fn returned(
        &self,
        at: NodeId,
        function: NodeId,
        node: &'a ExprCall,
        deeper: Following,
    ) -> Vec<Value> {
        let (parameters, body) = match self.tree.syntax(function) {
            AnyNodeRef::StmtFunctionDef(definition) => {
                if definition.is_async {
                    return vec![Value::Instance];
                }
                (Some(&definition.parameters), None)
            }
            AnyNodeRef::ExprLambda(lambda) => (lambda.parameters.as_ref(), Some(&*lambda.body)),
            _ => return vec![Value::Unknown],
        };
        let mut arguments: Vec<(String, Vec<Value>)> = Vec::new();
        let names =
            parameters.iter().flat_map(|parameters| parameters.posonlyargs.iter().chain(&parameters.args));
        for (parameter, argument) in names.zip(&node.arguments.args) {
            arguments.push((parameter.parameter.name.id.to_string(), self.of(at, argument, deeper)));
        }
        for keyword in &node.arguments.keywords {
            if let Some(name) = &keyword.arg {
                let value = self.of(at, &keyword.value, deeper);
                arguments.push((name.id.to_string(), value));
            }
        }
        let call = Call { function, arguments: &arguments };
        let following = Following { depth: deeper.depth, call: Some(&call) };
        if let Some(body) = body {
            return self.of(function, body, following);
        }
        self.function_result(function, following)
    }

    pub(super) fn function_result(&self, function: NodeId, following: Following) -> Vec<Value> {
        let own = self.scopes.opened(function);
        let mut returned = Vec::new();
        let mut returns = false;
        for inner in self.tree.inside(function).filter(|inner| Some(self.scopes.holding(*inner)) == own) {
            match self.tree.syntax(inner) {
                AnyNodeRef::ExprYield(_) | AnyNodeRef::ExprYieldFrom(_) => return vec![Value::Instance],
                AnyNodeRef::StmtReturn(statement) => {
                    returns = true;
                    match statement.value.as_deref() {
                        Some(value) => returned.extend(self.of(inner, value, following)),
                        None => returned.push(Value::number(Some(false))),
                    }
                }
                _ => {}
            }
        }
        if returns { returned } else { vec![Value::number(Some(false))] }
    }

    pub(super) fn subscript(
        &self,
        at: NodeId,
        node: &'a ruff_python_ast::ExprSubscript,
        deeper: Following,
    ) -> Vec<Value> {
        let found = self.one(at, &node.value, deeper);
        if matches!(found, Value::Class(..)) {
            return vec![found];
        }
        if !matches!(found, Value::Container { .. }) {
            return vec![Value::Unknown];
        }
        if node.slice.is_slice_expr() {
            return vec![Value::Container { full: true }];
        }
        let Some((holder, elements)) = self.elements(at, &node.value) else { return vec![Value::Unknown] };
        let place = match &*node.slice {
            Expr::NumberLiteral(number) => number.value.as_int().and_then(ruff_python_ast::Int::as_usize),
            _ => None,
        };
        match place.and_then(|place| elements.get(place)) {
            Some(element) => self.of(holder, element, deeper),
            None => vec![Value::Unknown],
        }
    }

    /// The elements of a list or tuple that stands there or that a name is bound to.
    pub(super) fn elements(&self, at: NodeId, value: &'a Expr) -> Option<(NodeId, &'a [Expr])> {
        match value {
            Expr::List(node) => Some((at, &node.elts)),
            Expr::Tuple(node) => Some((at, &node.elts)),
            Expr::Name(name) => {
                let place = self.child(at, value)?;
                let (bindings, _) = reaching(self.tree, self.scopes, place, &name.id);
                let [binding] = bindings[..] else { return None };
                let AnyNodeRef::StmtAssign(node) = self.tree.syntax(binding.holder) else { return None };
                match &*node.value {
                    Expr::List(list) => Some((binding.holder, &list.elts)),
                    Expr::Tuple(tuple) => Some((binding.holder, &tuple.elts)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
