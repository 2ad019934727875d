//! What an expression is, where the module's own text says so.
//!
//! A small part of what astroid infers for Pylint: literals, names with visible values, operators on them, calls of
//! builtins and of the module's functions. All that may be; [`Value::Unknown`] stands for what the text does not say.

use ruff_python_ast::{AnyNodeRef, BoolOp, Expr, ExprCall, ExprName, Number, UnaryOp};

use super::builtins::is_builtin;
use super::lookup::reaching;
use super::scopes::{Binding, BindingKind, Scopes};
use super::star::{is_standard_library_class, is_standard_library_module};
use super::tree::{NodeId, Tree};

/// Expressions looked at for one question, and how deep calls and names are followed.
const EFFORT: u32 = 500;
const DEPTH: u32 = 24;

/// What an expression may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number, string, boolean, `None` or `...`, with its truth where that is known.
    Constant { text: bool, truth: Option<bool> },
    /// A list, tuple, set or dict, and whether something is in it.
    Container { full: bool },
    /// `range(…)`
    Range,
    /// Any other object of a known class.
    Instance,
    /// A class: the module's own, or another by its full name.
    Class(Option<NodeId>, String),
    /// A function or lambda of the module, or another.
    Function(Option<NodeId>),
    /// `namedtuple`, whose calls give a class.
    Maker,
    /// A module by its full name.
    Module(String),
    /// The text does not say.
    Unknown,
}

impl Value {
    fn number(truth: Option<bool>) -> Self {
        Self::Constant { text: false, truth }
    }

    fn text(truth: Option<bool>) -> Self {
        Self::Constant { text: true, truth }
    }

    /// Its truth, where that is known.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            Self::Constant { truth, .. } => *truth,
            Self::Container { full } => Some(*full),
            Self::Class(..) | Self::Function(_) | Self::Maker | Self::Module(_) => Some(true),
            Self::Range | Self::Instance | Self::Unknown => None,
        }
    }
}

/// Answers what expressions of one module are.
pub(crate) struct Values<'t, 'a> {
    tree: &'t Tree<'a>,
    scopes: &'t Scopes<'a>,
    effort: std::cell::Cell<u32>,
}

/// A function's call that is being followed: what its parameters are.
struct Call<'c> {
    function: NodeId,
    arguments: &'c [(String, Vec<Value>)],
}

#[derive(Clone, Copy)]
struct Following<'c> {
    depth: u32,
    call: Option<&'c Call<'c>>,
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

    fn child(&self, at: NodeId, syntax: &'a Expr) -> Option<NodeId> {
        self.tree.find(at, AnyNodeRef::from(syntax))
    }

    fn of(&self, at: NodeId, syntax: &'a Expr, following: Following) -> Vec<Value> {
        self.child(at, syntax).map_or(vec![Value::Unknown], |child| self.infer(child, following))
    }

    fn one(&self, at: NodeId, syntax: &'a Expr, following: Following) -> Value {
        one_kind(&self.of(at, syntax, following)).unwrap_or(Value::Unknown)
    }

    fn infer(&self, at: NodeId, following: Following) -> Vec<Value> {
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

    fn formatted(&self, at: NodeId, deeper: Following) -> Value {
        for inner in self.tree.children(at) {
            if let AnyNodeRef::InterpolatedElement(element) = self.tree.syntax(inner)
                && self.one(inner, &element.expression, deeper) == Value::Unknown
            {
                return Value::Unknown;
            }
        }
        Value::text(None)
    }

    fn unary(&self, at: NodeId, op: UnaryOp, operand: &'a Expr, deeper: Following) -> Value {
        match (op, self.one(at, operand, deeper)) {
            (_, Value::Unknown) => Value::Unknown,
            (UnaryOp::Not, value) => Value::number(value.truth().map(|truth| !truth)),
            (_, Value::Constant { text: false, truth }) => Value::number(truth),
            _ => Value::Unknown,
        }
    }

    fn binary(op: ruff_python_ast::Operator, left: &Value, right: &Value) -> Value {
        use ruff_python_ast::Operator::{Add, Mod, Mult};
        match (left, op, right) {
            (_, _, Value::Unknown) | (Value::Unknown, ..) => Value::Unknown,
            (Value::Constant { text: true, .. }, Mod, _) => Value::text(None),
            (Value::Constant { text: a, .. }, _, Value::Constant { text: b, .. }) => {
                Value::Constant { text: *a || *b, truth: None }
            }
            (Value::Container { full: a }, Add, Value::Container { full: b }) => {
                Value::Container { full: *a || *b }
            }
            (Value::Container { full }, Mult, Value::Constant { truth, .. })
            | (Value::Constant { truth, .. }, Mult, Value::Container { full }) => {
                Value::Container { full: *full && *truth != Some(false) }
            }
            _ => Value::Unknown,
        }
    }

    fn boolean(&self, at: NodeId, op: BoolOp, values: &'a [Expr], deeper: Following) -> Vec<Value> {
        let decides = op == BoolOp::Or;
        let mut found = vec![Value::Unknown];
        for value in values {
            found = self.of(at, value, deeper);
            let truths: Vec<_> = found.iter().map(Value::truth).collect();
            if truths.contains(&None) {
                return vec![Value::Unknown];
            }
            if truths.iter().all(|truth| *truth == Some(decides)) {
                return found;
            }
        }
        found
    }

    fn conditional(&self, at: NodeId, node: &'a ruff_python_ast::ExprIf, deeper: Following) -> Vec<Value> {
        match self.one(at, &node.test, deeper).truth() {
            Some(true) => self.of(at, &node.body, deeper),
            Some(false) => self.of(at, &node.orelse, deeper),
            None => {
                let mut both = self.of(at, &node.body, deeper);
                both.extend(self.of(at, &node.orelse, deeper));
                both
            }
        }
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

    fn call(&self, at: NodeId, node: &'a ExprCall, deeper: Following) -> Vec<Value> {
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
    fn construct(&self, at: NodeId, class: &str, node: &'a ExprCall, deeper: Following) -> Value {
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

    fn returned(&self, at: NodeId, function: NodeId, node: &'a ExprCall, deeper: Following) -> Vec<Value> {
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

    fn function_result(&self, function: NodeId, following: Following) -> Vec<Value> {
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

    fn subscript(
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
    fn elements(&self, at: NodeId, value: &'a Expr) -> Option<(NodeId, &'a [Expr])> {
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

impl From<Value> for Vec<Value> {
    fn from(value: Value) -> Self {
        vec![value]
    }
}

/// The first value, if all are of its kind and none is unknown.
fn one_kind(values: &[Value]) -> Option<Value> {
    let first = values.first()?;
    let kind = std::mem::discriminant(first);
    let same = values.iter().all(|value| std::mem::discriminant(value) == kind && *value != Value::Unknown);
    same.then(|| first.clone())
}

fn builtin(name: &str) -> Value {
    const CLASSES: &[&str] = &[
        "bool",
        "bytearray",
        "bytes",
        "classmethod",
        "complex",
        "dict",
        "enumerate",
        "filter",
        "float",
        "frozenset",
        "int",
        "list",
        "map",
        "memoryview",
        "object",
        "property",
        "range",
        "reversed",
        "set",
        "slice",
        "staticmethod",
        "str",
        "super",
        "tuple",
        "type",
        "zip",
    ];
    if CLASSES.contains(&name)
        || ((name.ends_with("Error") || name.ends_with("Exception")) && is_builtin(name))
    {
        Value::Class(None, name.to_owned())
    } else if is_builtin(name) {
        Value::Function(None)
    } else {
        Value::Unknown
    }
}

fn attribute(value: &Value, name: &str) -> Value {
    let Value::Module(module) = value else { return Value::Unknown };
    let full = format!("{module}.{name}");
    if is_standard_library_class(&full) {
        Value::Class(None, full)
    } else if full == "collections.namedtuple" {
        Value::Maker
    } else if is_standard_library_module(&full) {
        Value::Module(full)
    } else {
        Value::Unknown
    }
}

/// Methods of strings that give a string.
fn is_text_method(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "capitalize",
        "casefold",
        "center",
        "expandtabs",
        "format",
        "join",
        "ljust",
        "lower",
        "lstrip",
        "replace",
        "rjust",
        "rstrip",
        "strip",
        "swapcase",
        "title",
        "translate",
        "upper",
        "zfill",
    ];
    NAMES.contains(&name)
}
