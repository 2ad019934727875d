//! Line ends of other systems.

use std::borrow::Cow;

use super::Step;
use crate::Rule;

pub(crate) const STEP: Step = Step {
    rule: Rule { name: "line_ends", purpose: "CR LF, and CR alone, become LF, as Python reads a file" },
    clean: |text| {
        Ok(if text.contains('\r') {
            Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
        } else {
            Cow::Borrowed(text)
        })
    },
};
