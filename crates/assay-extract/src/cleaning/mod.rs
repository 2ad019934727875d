//! What is taken off an answer before code is looked for in it. Each step has its own file; their order is [`STEPS`].

mod byte_order_mark;
mod line_ends;
mod reasoning;
mod special_tokens;

use std::borrow::Cow;

use assay_types::NoAnswerReason;

use crate::rule::Rule;

/// A step of cleaning.
pub(crate) struct Step {
    pub(crate) rule: Rule,
    /// The text without what the step takes off: borrowed where it found nothing.
    pub(crate) clean: for<'a> fn(&'a str) -> Result<Cow<'a, str>, NoAnswerReason>,
}

/// In the order in which they are taken.
pub(crate) const STEPS: &[Step] =
    &[byte_order_mark::STEP, line_ends::STEP, reasoning::STEP, special_tokens::STEP];

/// An answer after all steps, and the names of those that changed it.
pub(crate) type Cleaned<'a> = (Cow<'a, str>, Vec<&'static str>);

/// Takes the one step that cuts no line of a patch: tokens and line ends may be part of the files that it changes.
pub(crate) fn without_reasoning(raw: &str) -> Result<Cleaned<'_>, (&'static str, NoAnswerReason)> {
    taken(&[reasoning::STEP], raw)
}

/// Takes all steps; where one leaves no answer, its name and why.
pub(crate) fn clean(raw: &str) -> Result<Cleaned<'_>, (&'static str, NoAnswerReason)> {
    taken(STEPS, raw)
}

fn taken<'a>(steps: &[Step], raw: &'a str) -> Result<Cleaned<'a>, (&'static str, NoAnswerReason)> {
    let mut text = Cow::Borrowed(raw);
    let mut changed = Vec::new();
    for step in steps {
        let cleaned = match (step.clean)(&text).map_err(|reason| (step.rule.name, reason))? {
            Cow::Owned(cleaned) => cleaned,
            Cow::Borrowed(cleaned) if cleaned.len() < text.len() => cleaned.to_owned(),
            Cow::Borrowed(_) => continue,
        };
        changed.push(step.rule.name);
        text = Cow::Owned(cleaned);
    }
    Ok((text, changed))
}
