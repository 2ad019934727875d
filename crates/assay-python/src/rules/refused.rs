//! What CPython's parser refuses although it fits the grammar that texts are parsed by here.

use ruff_python_ast::AnyNodeRef;

use crate::parse::PythonVersion;
use crate::semantics::{NodeId, Tree};

/// Decimal digits that CPython converts to an integer (`sys.int_info.default_max_str_digits`).
const DIGITS: usize = 4_300;

/// The first place that CPython refuses, and why.
pub(crate) fn refused(tree: &Tree, python: PythonVersion) -> Option<(NodeId, &'static str)> {
    tree.iter().find_map(|(id, node)| {
        let reason = match node.syntax {
            AnyNodeRef::ExprNumberLiteral(number) if number.value.is_int() => {
                let text = tree.text(number.range);
                let is_decimal =
                    !text.starts_with("0x") && !text.starts_with("0X") && !text.starts_with("0b");
                let digits = text.bytes().filter(u8::is_ascii_digit).count();
                (is_decimal && !text.starts_with("0o") && digits > DIGITS)
                    .then_some("an integer has more than 4,300 digits")
            }
            AnyNodeRef::InterpolatedElement(element) if python < PythonVersion::PY312 => {
                // An element right inside of another stands in its format.
                let is_element =
                    |place: NodeId| matches!(tree.syntax(place), AnyNodeRef::InterpolatedElement(_));
                let parent = tree.parent(id);
                if element.expression.is_starred_expr() {
                    Some("an f-string holds a starred expression")
                } else if is_element(parent) && is_element(tree.parent(parent)) {
                    Some("an f-string's expressions nest too deeply")
                } else {
                    None
                }
            }
            _ => None,
        };
        reason.map(|reason| (id, reason))
    })
}
