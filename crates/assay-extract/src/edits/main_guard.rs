//! What a module does when it is run as a program.

use ruff_python_ast::{Expr, Stmt, StmtIf};

use assay_types::FieldKind;

use super::Edit;
use super::example_use::without;
use crate::{Rule, RuleSet};

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "main_guard",
        purpose: "an `if __name__ == \"__main__\":` block of an `answer` is dropped",
    },
    edit: |answer, module| {
        if answer.field != FieldKind::Answer || answer.set == RuleSet::ExamplesKept {
            return None;
        }
        without(module, |statement| matches!(statement, Stmt::If(guard) if guards(guard)))
    },
};

/// Whether a statement is `if __name__ == "__main__":`, either side first, and nothing else.
fn guards(statement: &StmtIf) -> bool {
    let Expr::Compare(test) = &*statement.test else { return false };
    let [right] = &*test.comparators else { return false };
    let is_name = |side: &Expr| matches!(side, Expr::Name(name) if name.id.as_str() == "__name__");
    let says_main =
        |side: &Expr| matches!(side, Expr::StringLiteral(literal) if literal.value.to_str() == "__main__");
    let guards = (is_name(&test.left) && says_main(right)) || (says_main(&test.left) && is_name(right));
    guards && statement.elif_else_clauses.is_empty()
}
