//! `pass` where something else stands.

use ruff_python_ast::AnyNodeRef;

use super::registry::{Findings, Rule, Subject};
use crate::semantics::{Branch, NodeId};

/// A `pass` beside another statement or a docstring does nothing.
pub(super) struct UnnecessaryPass;

impl Rule for UnnecessaryPass {
    fn check(&self) -> &'static str {
        "unnecessary_else"
    }

    fn name(&self) -> &'static str {
        "unnecessary_pass"
    }

    fn says(&self) -> &'static str {
        "A `pass` beside another statement or a docstring does nothing."
    }

    fn pylint(&self) -> &'static [&'static str] {
        &["W0107"]
    }

    fn bad(&self) -> &'static [&'static str] {
        &[
            "def f():\n    \"\"\"Text.\"\"\"\n    pass\n",
            "for x in []:\n    print(x)\n    pass\n",
            "def f():\n    pass\n    pass\n",
        ]
    }

    fn good(&self) -> &'static [&'static str] {
        &[
            "def f():\n    pass\n",
            "class A:\n    pass\n",
            "if 1:\n    print(1)\nelse:\n    pass\n",
            "\"\"\"Text.\"\"\"\npass\n",
        ]
    }

    fn judge(&self, subject: &Subject, findings: &mut Findings) {
        // The suites with more than one statement are few; each `pass` in them is flagged.
        for (id, node) in subject.tree.iter() {
            if matches!(node.syntax, AnyNodeRef::StmtPass(_)) && has_company(subject, id) {
                findings.flag(id, "W0107", "unnecessary `pass`".to_owned());
            }
        }
    }
}

fn has_company(subject: &Subject, id: NodeId) -> bool {
    let tree = subject.tree;
    let parent = tree.parent(id);
    let branch = tree.branch(id);
    if parent == NodeId::MODULE {
        let AnyNodeRef::ModModule(module) = tree.syntax(parent) else { return false };
        let documented = module.body.first().is_some_and(is_docstring);
        return module.body.len() - usize::from(documented) > 1;
    }
    tree.children(parent).any(|other| {
        other != id && tree.is_statement(other) && tree.branch(other) == branch && branch != Branch::Head
    })
}

fn is_docstring(statement: &ruff_python_ast::Stmt) -> bool {
    matches!(statement, ruff_python_ast::Stmt::Expr(node) if node.value.is_string_literal_expr())
}
