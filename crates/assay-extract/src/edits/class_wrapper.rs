//! The entry point as a method of a class, as some programming sites want it.

use ruff_python_ast::{Expr, StmtClassDef};

use super::Edit;
use crate::code::method;
use crate::rule::{Example, Rule};

pub(crate) const EDIT: Edit = Edit {
    rule: Rule {
        name: "class_wrapper",
        purpose: "where only a class has the entry point, as a method (`class Solution`), a line after it binds the method of a new instance to the entry point's name",
        examples: &[Example::answer(
            "class Solution:\n    def double(self, x):\n        return 2 * x\n",
            "class Solution:\n    def double(self, x):\n        return 2 * x\n\n\ndouble = Solution().double\n",
        )],
    },
    edit: |answer, module| {
        let entry_point = answer.task.entry_point.as_str();
        if module.defines(entry_point) {
            return None;
        }
        let (class, function) = module.class_with_method(entry_point)?;
        let on_class = function.decorator_list.iter().any(|decorator| {
            matches!(&decorator.expression, Expr::Name(name) if matches!(name.id.as_str(), "staticmethod" | "classmethod"))
        });
        let instance = on_class || takes_self(class, entry_point);
        let receiver =
            if instance && !on_class { format!("{}()", class.name) } else { class.name.to_string() };
        let line_end = if module.text().ends_with('\n') { "" } else { "\n" };
        Some(format!("{}{line_end}\n\n{entry_point} = {receiver}.{entry_point}\n", module.text()))
    },
};

/// Whether a method expects an instance: it has a parameter named as everybody names it.
fn takes_self(class: &StmtClassDef, name: &str) -> bool {
    method(class, name)
        .and_then(|function| function.parameters.iter_non_variadic_params().next())
        .is_some_and(|first| matches!(first.parameter.name.as_str(), "self" | "_self" | "this"))
}
