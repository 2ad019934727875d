//! How a name at module level is to be spelled: as a class, a constant or a variable, by what it is assigned.

use ruff_python_ast::{AnyNodeRef, Expr, StmtAssign};

use super::invalid_name::Kind;
use super::profile::Naming;
use super::registry::Subject;
use super::spelling::Style;
use crate::semantics::{Binding, BindingKind, Exclusive, NodeId, Value};

/// The style of a name that is assigned at module level; none where nothing is asked of it.
pub(super) fn module_name_style(subject: &Subject, all: &[Binding], binding: Binding) -> Option<Kind> {
    let tree = subject.tree;
    let value = match tree.syntax(binding.holder) {
        AnyNodeRef::StmtAssign(node) => {
            if is_unpacked(subject, binding, node) {
                return Some(Kind::Any);
            }
            &*node.value
        }
        AnyNodeRef::StmtAnnAssign(node) => {
            if matches!(&*node.annotation, Expr::Name(name) if name.id == "TypeAlias") {
                return Some(Kind::Type);
            }
            if subject.profile.naming == Naming::Pylint3 {
                let is_final = is_final(&node.annotation);
                return Some(if is_final { Kind::In("constant", Style::Upper) } else { Kind::Any });
            }
            let Some(value) = &node.value else { return Some(Kind::Any) };
            &**value
        }
        _ => return Some(Kind::Any),
    };
    // Pylint 3 does not see what `int | str` is.
    if is_type_making(value) && !(value.is_bin_op_expr() && subject.profile.naming == Naming::Pylint3) {
        return Some(if value.is_call_expr() { Kind::TypeVariable } else { Kind::Type });
    }
    let place = tree.find(binding.holder, AnyNodeRef::from(value))?;
    let Some(known) = subject.values.only(place) else { return Some(Kind::Any) };
    let constant = Kind::In("constant", Style::Upper);
    let variable = Kind::In("variable", Style::Snake);
    Some(match (known, subject.profile.naming) {
        (Value::Class(..), _) => Kind::In("class", Style::Pascal),
        (Value::Constant { .. }, Naming::Pylint3) => constant,
        (_, Naming::Pylint3) => Kind::Any,
        (Value::Function(_), _) => variable,
        _ if is_assigned_again(subject, all, binding) => variable,
        (Value::Constant { .. }, _) => constant,
        _ => Kind::ConstantOrVariable,
    })
}

/// `Final`, `typing.Final`, `Final[int]`
fn is_final(annotation: &Expr) -> bool {
    let plain = match annotation {
        Expr::Subscript(subscript) => &*subscript.value,
        other => other,
    };
    match plain {
        Expr::Name(name) => name.id == "Final",
        Expr::Attribute(attribute) => attribute.attr.id == "Final",
        _ => false,
    }
}

/// Whether a name gets its value from a tuple beside the others of a tuple.
fn is_unpacked(subject: &Subject, binding: Binding, node: &StmtAssign) -> bool {
    subject.tree.parent(binding.node) != binding.holder && node.value.is_tuple_expr()
}

/// `TypeVar("T")`, `Union[int, str]`, `int | None`
fn is_type_making(value: &Expr) -> bool {
    let named = |expression: &Expr, names: &[&str]| match expression {
        Expr::Name(name) => names.contains(&name.id.as_str()),
        Expr::Attribute(attribute) => {
            names.contains(&attribute.attr.id.as_str())
                && matches!(&*attribute.value, Expr::Name(module) if module.id == "typing")
        }
        _ => false,
    };
    match value {
        Expr::Call(call) => named(&call.func, &["TypeVar", "ParamSpec", "TypeVarTuple"]),
        Expr::Subscript(subscript) => named(&subscript.value, &["Union", "Optional"]),
        Expr::BinOp(binary) => {
            binary.op == ruff_python_ast::Operator::BitOr
                && named(
                    &binary.left,
                    &["int", "str", "float", "bytes", "bool", "list", "dict", "set", "tuple"],
                )
        }
        _ => false,
    }
}

/// Whether a name has more than one value while the module runs.
fn is_assigned_again(subject: &Subject, all: &[Binding], binding: Binding) -> bool {
    let tree = subject.tree;
    if !tree.may_go_on(all.len()) {
        return true;
    }
    let top = |other: &&Binding| subject.scopes.holding(other.node) == subject.scopes.holding(NodeId::MODULE);
    let again = all.iter().filter(top).any(|other| {
        *other != binding
            && other.kind != BindingKind::Delete
            && !Exclusive::are(tree, tree.statement(other.node), tree.statement(binding.node))
    });
    let in_block = tree.ancestors(binding.node).any(|outer| match tree.syntax(outer) {
        AnyNodeRef::StmtFor(_) | AnyNodeRef::StmtWhile(_) => true,
        AnyNodeRef::StmtIf(node) => is_main_guard(&node.test),
        _ => false,
    });
    again || in_block
}

/// `__name__ == "__main__"`
fn is_main_guard(test: &Expr) -> bool {
    matches!(test, Expr::Compare(comparison) if matches!(&*comparison.left, Expr::Name(name) if name.id == "__name__"))
}
