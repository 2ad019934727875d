//! What CPython refuses although it fits the grammar that texts are parsed by here.

use ruff_python_ast::AnyNodeRef;
use ruff_python_ast::token::TokenKind;
use ruff_text_size::Ranged;

use crate::parse::{Module, NotParsed, PythonVersion};
use crate::semantics::{NodeId, Tree};

/// Decimal digits that CPython converts to an integer (`sys.int_info.default_max_str_digits`).
const DIGITS: usize = 4_300;
/// `elif`s of one `if`: CPython 3.11 nests them, and gives up before as many.
const ELIFS: usize = 3_000;

/// Why CPython refuses a module, if it does.
pub(crate) fn refused(module: &Module) -> Option<NotParsed> {
    if !may_be(module) {
        return None;
    }
    let tree = Tree::of(module);
    let (at, reason) =
        tree.iter().find_map(|(id, node)| Some((id, of_node(&tree, id, node.syntax, module.version())?)))?;
    Some(match reason {
        Reason::Syntax(message) => NotParsed::Syntax { message: message.to_owned(), line: tree.line(at) },
        Reason::Limit(limit) => NotParsed::BeyondLimits(limit),
    })
}

enum Reason {
    Syntax(&'static str),
    Limit(&'static str),
}

/// Whether there is anything that could be refused, told from tokens alone.
fn may_be(module: &Module) -> bool {
    let mut elifs = 0;
    module.parsed().tokens().iter().any(|token| match token.kind() {
        TokenKind::FStringStart => true,
        TokenKind::Int => token.range().len().to_usize() > DIGITS,
        TokenKind::Elif => {
            elifs += 1;
            elifs > ELIFS
        }
        _ => false,
    })
}

fn of_node(tree: &Tree, id: NodeId, syntax: AnyNodeRef, python: PythonVersion) -> Option<Reason> {
    match syntax {
        AnyNodeRef::ExprNumberLiteral(number) if number.value.is_int() => {
            let text = tree.text(number.range);
            let is_decimal = !text.starts_with('0');
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            (is_decimal && digits > DIGITS).then_some(Reason::Syntax("an integer has more than 4,300 digits"))
        }
        AnyNodeRef::InterpolatedElement(element) if python < PythonVersion::PY312 => {
            // An element right inside of another stands in its format.
            let is_element = |place: NodeId| matches!(tree.syntax(place), AnyNodeRef::InterpolatedElement(_));
            let parent = tree.parent(id);
            if element.expression.is_starred_expr() {
                Some(Reason::Syntax("an f-string holds a starred expression"))
            } else if is_element(parent) && is_element(tree.parent(parent)) {
                Some(Reason::Syntax("an f-string's expressions nest too deeply"))
            } else {
                None
            }
        }
        AnyNodeRef::StmtIf(node) => (node.elif_else_clauses.len() > ELIFS)
            .then_some(Reason::Limit("an `if` has more than three thousand `elif`s")),
        _ => None,
    }
}
