//! An `else` after a branch that leaves.

use ruff_python_ast::{AnyNodeRef, Stmt};

use super::registry::{Findings, Rule, Subject};

/// What follows an `if` whose body returns, raises or breaks needs no `else`.
pub(super) struct SuperfluousElse;

impl Rule for SuperfluousElse {
    fn check(&self) -> &'static str {
        "unnecessary_else"
    }

    fn name(&self) -> &'static str {
        "superfluous_else"
    }

    fn says(&self) -> &'static str {
        "What follows an `if` whose body returns, raises or breaks needs no `else`."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["R1705", "R1720", "R1723"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    if x:\n        return 1\n    else:\n        return 2\n",
            "def f(x):\n    if x:\n        raise ValueError\n    elif x is None:\n        return 2\n",
            "for x in [1, 2]:\n    if x:\n        break\n    else:\n        print(x)\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f(x):\n    if x:\n        return 1\n    return 2\n",
            "def f(x):\n    if x:\n        y = 1\n    else:\n        return 2\n    return y\n",
            "for x in [1, 2]:\n    if x:\n        continue\n    else:\n        print(x)\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        for (id, node) in subject.tree.iter() {
            let (body, has_else) = match node.syntax {
                AnyNodeRef::StmtIf(node) => (&node.body, !node.elif_else_clauses.is_empty()),
                AnyNodeRef::StmtTry(node) => (&node.body, !node.orelse.is_empty()),
                _ => continue,
            };
            if !has_else {
                continue;
            }
            for (pylint, word, leaves) in LEAVING {
                if body.iter().any(leaves) {
                    findings.flag(id, pylint, format!("unnecessary `else` after `{word}`"));
                }
            }
        }
    }
}

/// Pylint's id, the keyword, and whether a statement is that one.
type Leaving = (&'static str, &'static str, fn(&Stmt) -> bool);

const LEAVING: [Leaving; 3] = [
    ("R1705", "return", Stmt::is_return_stmt),
    ("R1720", "raise", Stmt::is_raise_stmt),
    ("R1723", "break", Stmt::is_break_stmt),
];
