//! What the text of a function says about its names, as far as operators ask.

use std::collections::HashSet;

use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{Expr, Number, Operator, Parameters, Stmt};

/// What is known of the names of a function, or of a module's own statements.
#[derive(Default)]
pub(super) struct Facts<'a> {
    /// The annotation of what it returns.
    pub(super) returns: Option<&'a Expr>,
    /// Names bound by now: parameters, and what was assigned further up.
    pub(super) bound: HashSet<&'a str>,
    /// Names that hold whole numbers somewhere: positions and counts.
    pub(super) counters: HashSet<&'a str>,
    /// Names that hold texts, lists or tuples somewhere.
    pub(super) sequences: HashSet<&'a str>,
}

impl<'a> Facts<'a> {
    /// The facts of a body; `bound` begins with the parameters.
    pub(super) fn of(
        parameters: Option<&'a Parameters>,
        returns: Option<&'a Expr>,
        body: &'a [Stmt],
    ) -> Self {
        let mut facts = Self { returns, ..Self::default() };
        for parameter in parameters.into_iter().flat_map(Parameters::iter) {
            facts.bound.insert(parameter.name().as_str());
            match parameter.annotation().and_then(kind_of_annotation) {
                Some(Kind::Text | Kind::List | Kind::Tuple) => {
                    facts.sequences.insert(parameter.name().as_str());
                }
                Some(Kind::Whole) => {
                    facts.counters.insert(parameter.name().as_str());
                }
                _ => {}
            }
        }
        for statement in body {
            facts.visit_stmt(statement);
        }
        facts
    }

    /// Whether an expression is evidently a text, a list or a tuple.
    pub(super) fn is_sequence(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => self.sequences.contains(name.id.as_str()),
            Expr::BinOp(binary) => {
                matches!(binary.op, Operator::Add | Operator::Mult | Operator::Mod)
                    && (self.is_sequence(&binary.left)
                        || binary.op != Operator::Mod && self.is_sequence(&binary.right))
            }
            Expr::Subscript(subscript) => matches!(*subscript.slice, Expr::Slice(_)),
            other => matches!(kind_of_value(other), Some(Kind::Text | Kind::List | Kind::Tuple)),
        }
    }

    fn learn(&mut self, target: &'a Expr, value: &Expr) {
        let Expr::Name(name) = target else { return };
        if self.is_sequence(value) {
            self.sequences.insert(name.id.as_str());
        } else if kind_of_value(value) == Some(Kind::Whole) {
            self.counters.insert(name.id.as_str());
        }
    }
}

impl<'a> Visitor<'a> for Facts<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => {
                for target in &assign.targets {
                    self.learn(target, &assign.value);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.learn(&assign.target, value);
                }
            }
            Stmt::For(each) => {
                let called = match &*each.iter {
                    Expr::Call(call) => call.func.as_name_expr().map(|name| name.id.as_str()),
                    _ => None,
                };
                let counter = match (called, &*each.target) {
                    (Some("range"), target) => Some(target),
                    (Some("enumerate"), Expr::Tuple(pair)) => pair.elts.first(),
                    _ => None,
                };
                if let Some(Expr::Name(name)) = counter {
                    self.counters.insert(name.id.as_str());
                }
            }
            // These have facts of their own.
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => return,
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, _expression: &'a Expr) {}
}

/// A kind of value that has an obvious empty or first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Whole,
    Real,
    Truth,
    List,
    Tuple,
    Dict,
    Set,
}

impl Kind {
    /// Its empty value, as Python writes it.
    pub(super) fn empty(self) -> &'static str {
        match self {
            Self::Text => "\"\"",
            Self::Whole => "0",
            Self::Real => "0.0",
            Self::Truth => "False",
            Self::List => "[]",
            Self::Tuple => "()",
            Self::Dict => "{}",
            Self::Set => "set()",
        }
    }
}

/// The kind that an annotation names: `list`, `List[int]`, `typing.List`, `"str"`.
pub(super) fn kind_of_annotation(annotation: &Expr) -> Option<Kind> {
    let name = match annotation {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        Expr::Subscript(subscript) => return kind_of_annotation(&subscript.value),
        Expr::StringLiteral(text) => text.value.to_str(),
        _ => return None,
    };
    Some(match name {
        "str" => Kind::Text,
        "int" => Kind::Whole,
        "float" => Kind::Real,
        "bool" => Kind::Truth,
        "list" | "List" | "Sequence" => Kind::List,
        "tuple" | "Tuple" => Kind::Tuple,
        "dict" | "Dict" | "Mapping" => Kind::Dict,
        "set" | "Set" => Kind::Set,
        _ => return None,
    })
}

/// The kind that an expression evidently has.
pub(super) fn kind_of_value(value: &Expr) -> Option<Kind> {
    Some(match value {
        Expr::StringLiteral(_) | Expr::FString(_) => Kind::Text,
        Expr::NumberLiteral(number) => match number.value {
            Number::Int(_) => Kind::Whole,
            Number::Float(_) => Kind::Real,
            Number::Complex { .. } => return None,
        },
        Expr::BooleanLiteral(_) | Expr::Compare(_) => Kind::Truth,
        Expr::List(_) | Expr::ListComp(_) => Kind::List,
        Expr::Tuple(_) => Kind::Tuple,
        Expr::Dict(_) | Expr::DictComp(_) => Kind::Dict,
        Expr::Set(_) | Expr::SetComp(_) => Kind::Set,
        Expr::Call(call) => match &*call.func {
            Expr::Name(name) => match name.id.as_str() {
                "str" | "repr" | "chr" | "hex" | "bin" => Kind::Text,
                "len" | "int" | "ord" => Kind::Whole,
                "float" => Kind::Real,
                "bool" | "all" | "any" | "isinstance" => Kind::Truth,
                "list" | "sorted" => Kind::List,
                "tuple" => Kind::Tuple,
                "dict" => Kind::Dict,
                "set" => Kind::Set,
                _ => return None,
            },
            Expr::Attribute(attribute) => match attribute.attr.as_str() {
                "join" | "strip" | "lower" | "upper" | "replace" => Kind::Text,
                "split" | "splitlines" => Kind::List,
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    })
}
