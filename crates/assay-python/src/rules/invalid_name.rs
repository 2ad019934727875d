//! Names that are not spelled as their kind of name is.

use ruff_python_ast::{AnyNodeRef, Expr, StmtFunctionDef};
use ruff_text_size::Ranged as _;

use super::attributes::first_attributes;
use super::module_names::module_name_style;
use super::registry::{Findings, Rule, Subject};
use super::spelling::Style;
use crate::semantics::{Binding, BindingKind, NodeId, Scope, ScopeKind, Value, standard_library_method};

/// A function, class, variable, argument, attribute or constant is not in its kind's style, or has a placeholder's name.
pub(super) struct InvalidName;

/// Names that are right everywhere.
const ALLOWED: [&str; 6] = ["i", "j", "k", "ex", "Run", "_"];
/// Names that say nothing.
const DISALLOWED: [&str; 6] = ["foo", "bar", "baz", "toto", "tutu", "tata"];

impl Rule for InvalidName {
    fn check(&self) -> &'static str {
        "confusing_variable_naming"
    }

    fn name(&self) -> &'static str {
        "invalid_name"
    }

    fn says(&self) -> &'static str {
        "A function, class, variable, argument, attribute or constant is not in its kind's style, or has a placeholder's name."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["C0103", "C0104"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def camelCase():\n    pass\n",
            "def f(N):\n    return N\n",
            "def f():\n    N = 1\n    return N\n",
            "class lower:\n    pass\n",
            "limit = 3\n",
            "camelCase = []\n",
            "class A:\n    def f(self):\n        self.camelCase = 1\n",
            "def foo():\n    pass\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def snake_case(a, _b):\n    return a\n",
            "def f():\n    for i in []:\n        print(i)\n",
            "LIMIT = 3\n",
            "names = []\n",
            "print([N for N in []])\n",
            "import unittest\nclass T(unittest.TestCase):\n    def setUp(self):\n        pass\n",
            "class A:\n    def f(self, x):\n        return x\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for scope in subject.scopes.iter() {
            for (name, bindings) in scope.names() {
                for binding in bindings {
                    if let Some(style) = style_of(subject, scope, bindings, *binding) {
                        check(findings, binding.node, name, style);
                    }
                }
            }
        }
        for (at, name) in first_attributes(subject) {
            check(findings, at, name, Kind::In("attribute", Style::Snake));
        }
    }
}

/// What a name must be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// In a style, as a kind of name.
    In(&'static str, Style),
    /// In one of two styles, since it may be a constant or a variable.
    ConstantOrVariable,
    /// A type alias.
    Type,
    /// A type variable, which must not end as a type does.
    TypeVariable,
    /// Anything that says something.
    Any,
}

fn check(findings: &mut Findings, at: NodeId, name: &str, kind: Kind) {
    if ALLOWED.contains(&name) {
        return;
    }
    if DISALLOWED.contains(&name) {
        findings.flag(at, "C0104", format!("`{name}` says nothing"));
        return;
    }
    let (word, style, fits) = match kind {
        Kind::In(word, style) => (word, style.word(), style.fits(name)),
        Kind::ConstantOrVariable => {
            ("constant", Style::Upper.word(), Style::Upper.fits(name) || Style::Snake.fits(name))
        }
        Kind::Type => ("type", Style::Pascal.word(), is_type_name(name)),
        Kind::TypeVariable => {
            ("type variable", Style::Pascal.word(), is_type_name(name) && !name.ends_with("Type"))
        }
        Kind::Any => return,
    };
    if !fits {
        findings.flag(at, "C0103", format!("{word} `{name}` is not in {style}"));
    }
}

fn is_type_name(name: &str) -> bool {
    let plain = name.trim_start_matches('_');
    plain.starts_with(|first: char| first.is_ascii_uppercase())
        && !plain.trim_end_matches("_co").contains('_')
}

fn style_of(subject: &Subject, scope: &Scope, all: &[Binding], binding: Binding) -> Option<Kind> {
    let in_tree = subject.tree.syntax(binding.node);
    match (binding.kind, in_tree) {
        (BindingKind::Function, AnyNodeRef::StmtFunctionDef(node)) => {
            return function_style(subject, scope, binding.node, node);
        }
        (BindingKind::Class, _) => return Some(Kind::In("class", Style::Pascal)),
        (BindingKind::Parameter, _) => return parameter_style(subject, scope, binding),
        (
            BindingKind::Import
            | BindingKind::ImportFrom
            | BindingKind::Delete
            | BindingKind::TypeParameter
            | BindingKind::TypeAlias,
            _,
        ) => return None,
        (BindingKind::Comprehension, _) => return Some(Kind::Any),
        _ => {}
    }
    if !subject.tree.may_go_on(all.len()) {
        return None;
    }
    let imported = redefines_import(subject, all, binding);
    match scope.kind {
        // What a `global` statement brings here is assigned in a function.
        ScopeKind::Module
            if subject.scopes.frame(subject.scopes.holding(binding.node))
                != subject.scopes.holding(NodeId::MODULE) =>
        {
            None
        }
        ScopeKind::Module | ScopeKind::Function if imported => None,
        ScopeKind::Module => module_name_style(subject, all, binding),
        ScopeKind::Function if all.iter().any(|other| other.kind == BindingKind::Parameter) => None,
        ScopeKind::Function => Some(Kind::In("variable", Style::Snake)),
        ScopeKind::Class => Some(class_attribute_style(subject, scope, binding)),
        ScopeKind::Lambda | ScopeKind::Comprehension => None,
    }
}

/// Whether a name stands in for an import that failed: `except ImportError: json = None`.
fn redefines_import(subject: &Subject, all: &[Binding], binding: Binding) -> bool {
    let tree = subject.tree;
    let Some(handler) = tree
        .ancestors(binding.node)
        .find(|outer| matches!(tree.syntax(*outer), AnyNodeRef::ExceptHandlerExceptHandler(_)))
    else {
        return false;
    };
    let statement = tree.parent(handler);
    all.iter().any(|other| {
        matches!(other.kind, BindingKind::Import | BindingKind::ImportFrom)
            && tree.holds(statement, other.node)
    })
}

fn parameter_style(subject: &Subject, scope: &Scope, binding: Binding) -> Option<Kind> {
    let AnyNodeRef::StmtFunctionDef(function) = subject.tree.syntax(scope.node) else { return None };
    let own = subject.tree.syntax(binding.node);
    let plain = &function.parameters.args;
    // They are in source order.
    let place = plain.partition_point(|parameter| parameter.parameter.start() < own.start());
    let plain = plain.get(place).is_some_and(|parameter| parameter.parameter.range == own.range());
    (plain && !overrides(subject, scope.node, function)).then_some(Kind::In("argument", Style::Snake))
}

fn function_style(subject: &Subject, scope: &Scope, at: NodeId, function: &StmtFunctionDef) -> Option<Kind> {
    if scope.kind != ScopeKind::Class {
        return Some(Kind::In("function", Style::Snake));
    }
    if overrides(subject, at, function) {
        return None;
    }
    let is_property = function.decorator_list.iter().any(|decorator| match &decorator.expression {
        Expr::Name(name) => name.id == "property",
        Expr::Attribute(attribute) => {
            matches!(attribute.attr.id.as_str(), "setter" | "deleter" | "getter" | "abstractproperty")
        }
        _ => false,
    });
    Some(Kind::In(if is_property { "attribute" } else { "method" }, Style::Snake))
}

/// Whether a method has its name from a base class, as far as those can be seen.
fn overrides(subject: &Subject, at: NodeId, function: &StmtFunctionDef) -> bool {
    let parent = subject.tree.parent(at);
    matches!(subject.tree.syntax(parent), AnyNodeRef::StmtClassDef(_))
        && bases_of(subject, parent).iter().any(|base| match base {
            Value::Class(Some(node), _) => subject.scopes.opened(*node).is_some_and(|body| {
                let bound = subject.scopes.get(body).bindings(&function.name.id);
                bound.first().is_some_and(|first| first.kind == BindingKind::Function)
            }),
            Value::Class(None, name) => standard_library_method(name, &function.name.id) == Some(true),
            _ => false,
        })
}

/// All base classes of a class that the text shows, near and far.
pub(super) fn bases_of(subject: &Subject, class: NodeId) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut open = vec![class];
    while let Some(class) = open.pop() {
        let AnyNodeRef::StmtClassDef(node) = subject.tree.syntax(class) else { continue };
        for base in node.arguments.iter().flat_map(|arguments| &arguments.args) {
            let place = subject.tree.find(class, AnyNodeRef::from(base));
            let Some(value) = place.and_then(|place| subject.values.only(place)) else { continue };
            if found.contains(&value) || found.len() > 100 {
                continue;
            }
            if let Value::Class(Some(node), _) = &value {
                open.push(*node);
            }
            found.push(value);
        }
    }
    found
}

fn class_attribute_style(subject: &Subject, scope: &Scope, binding: Binding) -> Kind {
    let is_final = match subject.tree.syntax(binding.holder) {
        AnyNodeRef::StmtAnnAssign(node) => match &*node.annotation {
            Expr::Name(name) => name.id == "Final",
            Expr::Subscript(subscript) => {
                matches!(&*subscript.value, Expr::Name(name) if name.id == "Final")
            }
            _ => false,
        },
        _ => false,
    };
    let is_enumeration = bases_of(subject, scope.node).iter().any(|base| {
        matches!(base, Value::Class(None, name) if name.starts_with("enum.") && name.ends_with(['m', 'g']))
    });
    let assigns = matches!(binding.kind, BindingKind::Assign | BindingKind::AnnotatedAssign);
    if assigns && (is_final || is_enumeration) { Kind::In("class constant", Style::Upper) } else { Kind::Any }
}
