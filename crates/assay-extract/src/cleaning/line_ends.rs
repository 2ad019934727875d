//! Line ends of other systems.

use std::borrow::Cow;

use super::Step;
use crate::rule::{Example, Rule};

pub(crate) const STEP: Step = Step {
    rule: Rule {
        name: "line_ends",
        purpose: "CR LF, and CR alone, become LF, as Python reads a file",
        examples: &[Example::answer(
            "```\r\ndef double(x):\r\n    return 2 * x\r\n```\r\n",
            "def double(x):\n    return 2 * x\n",
        )],
    },
    clean: |text| {
        Ok(if text.contains('\r') {
            Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
        } else {
            Cow::Borrowed(text)
        })
    },
};
