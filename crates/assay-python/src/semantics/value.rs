//! What an expression may be, and what builtins and parts of modules are.

use super::builtins::is_builtin;
use super::star::{is_standard_library_class, is_standard_library_module};
use super::tree::NodeId;

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
    pub(super) fn number(truth: Option<bool>) -> Self {
        Self::Constant { text: false, truth }
    }

    pub(super) fn text(truth: Option<bool>) -> Self {
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

impl From<Value> for Vec<Value> {
    fn from(value: Value) -> Self {
        vec![value]
    }
}

/// The first value, if all are of its kind and none is unknown.
pub(super) fn one_kind(values: &[Value]) -> Option<Value> {
    let first = values.first()?;
    let kind = std::mem::discriminant(first);
    let same = values.iter().all(|value| std::mem::discriminant(value) == kind && *value != Value::Unknown);
    same.then(|| first.clone())
}

pub(super) fn builtin(name: &str) -> Value {
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

pub(super) fn attribute(value: &Value, name: &str) -> Value {
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
pub(super) fn is_text_method(name: &str) -> bool {
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
