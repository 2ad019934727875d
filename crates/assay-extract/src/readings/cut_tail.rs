//! A block that nothing closes and whose last statement is not whole.

use assay_types::FieldKind;

use super::{ALL, Reading};
use crate::code::Code;
use crate::lines::begins_statement;
use crate::rule::{Example, Rule};

pub(crate) const READING: Reading = Reading {
    rule: Rule {
        name: "cut_tail",
        purpose: "of a block that is never closed (the answer reached its token limit), and of an `answer` without a fence that breaks off on its last line, the last statement is dropped where it is not whole, unless it is the entry point's definition",
        examples: &[Example::answer(
            "```\ndef double(x):\n    return 2 * x\nprint(double(",
            "def double(x):\n    return 2 * x\n",
        )],
    },
    fields: ALL,
    editable: true,
    read: |answer| match (answer.blocks().last(), answer.field) {
        (Some(block), _) if !block.closed => {
            answer.module_among([&block.text[..before_last_statement(&block.text)?]].into_iter())
        }
        (None, FieldKind::Answer) => {
            let end = before_last_statement(answer.text).filter(|end| breaks_off(&answer.text[*end..]))?;
            answer.module_among([&answer.text[..end]].into_iter())
        }
        _ => None,
    },
};

/// Where the last statement of a module begins, with its decorators; nothing where it is the first.
fn before_last_statement(text: &str) -> Option<usize> {
    let mut place = text.len();
    for line in text.split_inclusive('\n').rev() {
        place -= line.len();
        if begins_statement(line) {
            let decorated =
                text[..place].trim_end().rsplit('\n').next().is_some_and(|line| line.starts_with('@'));
            if !decorated {
                return (place > 0).then_some(place);
            }
        }
    }
    None
}

/// Whether a statement is not whole because its text ends, rather than because of an error on the way.
fn breaks_off(statement: &str) -> bool {
    let open = |quotes: &str| statement.matches(quotes).count() % 2 == 1;
    let lines = statement.trim_end().matches('\n').count() + 1;
    Code::parse(statement).is_err_and(|line| line >= lines || open("\"\"\"") || open("'''"))
}
