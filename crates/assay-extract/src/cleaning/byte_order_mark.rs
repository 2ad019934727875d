//! The mark that some editors and services begin a text with.

use std::borrow::Cow;

use super::Step;
use crate::rule::{Example, Rule};

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "byte_order_mark",
        purpose: "U+FEFF at the beginning is taken off: Python does not compile a text that holds it",
        examples: &[Example::answer(
            "\u{feff}def double(x):\n    return 2 * x\n",
            "def double(x):\n    return 2 * x\n",
        )],
    },
    clean: |text| Ok(Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text))),
};
