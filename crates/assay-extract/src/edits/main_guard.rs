//! What a module does when it is run as a program.

use ruff_python_ast::{Expr, Stmt, StmtIf};

use assay_types::FieldKind;

use super::Edit;
use super::example_use::{needed, without};
use crate::code::bound_by;
use crate::rule::{Example, Rule};
use crate::rule_set::RuleSet;

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "main_guard",
        purpose: "an `if __name__ == \"__main__\":` block of an `answer` is dropped, unless a definition needs what it binds",
        examples: &[Example::answer(
            "def double(x):\n    return 2 * x\nif __name__ == \"__main__\":\n    print(double(1))\n",
            "def double(x):\n    return 2 * x\n",
        )],
    },
    edit: |answer, module| {
        if answer.field != FieldKind::Answer || answer.set == RuleSet::ExamplesKept {
            return None;
        }
        let needed = needed(module, &answer.task.entry_point);
        without(module, |statement| {
            matches!(statement, Stmt::If(guard) if guards(guard)) && bound_by(statement).is_disjoint(&needed)
        })
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
