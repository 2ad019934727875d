//! What is done about an exception.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::Operator;
use super::site::Node;

pub(super) const HANDLER: Operator = Operator {
    name: "handler",
    about: "an exception is passed over in silence, or let through",
    source: "EHR of exception handling: Ji et al. 2009, SERA; cosmic-ray's ExceptionReplacer",
    examples: &[
        (
            "try: a()\nexcept E:\n    b()\n    c()",
            &["try: a()\nexcept E:\n    pass", "try: a()\nexcept E:\n    raise"],
        ),
        ("try: a()\nexcept E: pass", &["try: a()\nexcept E: raise"]),
        (
            "try: a()\nexcept E as e: raise F from e",
            &["try: a()\nexcept E as e: pass", "try: a()\nexcept E as e: raise"],
        ),
    ],
    edits: |site, edits| {
        let Node::Handler(handler) = site.node else { return };
        let (Some(first), Some(last)) = (handler.body.first(), handler.body.last()) else { return };
        let body = TextRange::new(first.start(), last.end());
        let alone = handler.body.len() == 1;
        // At the end of a function these say the same.
        let nothing = match first {
            Stmt::Pass(_) => true,
            Stmt::Return(returned) => returned.value.as_deref().is_none_or(Expr::is_none_literal_expr),
            _ => false,
        };
        if !(alone && nothing) {
            edits.replace(body, "pass");
        }
        if !(alone && matches!(first, Stmt::Raise(raise) if raise.exc.is_none())) {
            edits.replace(body, "raise");
        }
    },
};
