//! From a raw answer to the *judged module*: the one text that every check of a sample reads.
//!
//! Extraction is part of the measurement (DESIGN.md, decision 8): which rules fired is recorded with every sample, and
//! the raw answer is kept. It goes in three stages, each a table of rules in a fixed order, each rule a file:
//!
//! 1. *Plain readings*: an answer that is good as its field says, is taken as it is. Nothing else may touch it.
//! 2. *Cleaning* (`cleaning`): marks, reasoning and tokens that are no part of the answer are cut; then
//!    *readings* (`readings`) look for code, and the first that finds a module which parses and defines the entry point
//!    decides.
//! 3. *Edits* (`edits`): what the module needs of the prompt is put before it; what only tries it out is dropped.
//!
//! Where nothing is found, the text is judged as it came, so that its own error is what is reported; only where it holds
//! no code at all, there is no answer.
#![forbid(unsafe_code)]

mod cleaning;
mod code;
mod edits;
mod fences;
mod indents;
mod lines;
mod marks;
mod patch;
mod readings;
mod rule;
mod rule_set;

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_types::{Finish, NoAnswerReason, Sample, Task};

use code::Code;
use readings::Answer;

pub use patch::{PatchExtraction, extract_patch};
pub use rule::{Example, Rule};
pub use rule_set::RuleSet;

/// The longest answer that is searched for code, in bytes; a longer one is judged as it came.
const LONGEST: usize = 1 << 20;

/// What was made of a raw answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    /// The rule that found the module, or that there is none.
    pub rule: &'static str,
    /// The rules that changed something besides, in order.
    pub edits: Vec<&'static str>,
    /// The judged module, or why there is none.
    pub module: Result<Arc<str>, NoAnswerReason>,
}

const EMPTY: Rule = Rule {
    name: "empty",
    purpose: "an answer of nothing but white space is no answer",
    examples: &[Example::none(" \n", NoAnswerReason::Empty)],
};
const ENDED: Rule = Rule {
    name: "ended",
    purpose: "an answer of which the samples file says that it ended by a refusal, by the provider's filter, or because the \
              prompt did not fit, is no answer, whatever its text",
    examples: &[Example::none("I can't help with that.", NoAnswerReason::Refusal).ended(Finish::Refusal)],
};
const CUT: Rule = Rule {
    name: "cut_at_max_tokens",
    purpose: "an answer without code that was cut at the most tokens is none for that reason",
    examples: &[
        Example::none("First, let me think about", NoAnswerReason::CutAtMaxTokens).ended(Finish::MaxTokens)
    ],
};
const NO_CODE: Rule = Rule {
    name: "no_code",
    purpose: "an answer in which no line reads like code is no answer; a refusal, where it begins with an apology",
    examples: &[
        Example::none("I'm sorry, but I can't help with that.", NoAnswerReason::Refusal),
        Example::none("Which numbers do you mean?", NoAnswerReason::Extraction),
    ],
};

/// All rules, in the order in which they are tried, each where it is tried first.
pub fn rules() -> impl Iterator<Item = Rule> {
    let mut named = BTreeSet::new();
    let readings = readings::PLAIN.iter().chain(readings::SEARCHING).chain(readings::LAST);
    [ENDED, CUT, EMPTY]
        .into_iter()
        .chain(cleaning::STEPS.iter().map(|step| step.rule))
        .chain(readings.map(|reading| reading.rule))
        .chain([NO_CODE])
        .chain(edits::EDITS.iter().map(|edit| edit.rule))
        .filter(move |rule| named.insert(rule.name))
}

/// Makes the judged module of a sample, by the standard rules.
#[must_use]
pub fn extract(task: &Task, sample: &Sample) -> Extraction {
    extract_by(RuleSet::Standard, task, sample)
}

/// Makes the judged module of a sample, by other rules.
#[must_use]
pub fn extract_by(set: RuleSet, task: &Task, sample: &Sample) -> Extraction {
    let none = |rule: &'static str, reason| Extraction { rule, edits: Vec::new(), module: Err(reason) };
    if let Some(reason) = sample.finish.and_then(Finish::no_answer) {
        return none(ENDED.name, reason);
    }
    let extraction = extract_text(set, task, sample);
    if sample.finish == Some(Finish::MaxTokens) && extraction.module.is_err() {
        return none(CUT.name, NoAnswerReason::CutAtMaxTokens);
    }
    extraction
}

/// Makes the judged module of a sample whose text decides.
fn extract_text(set: RuleSet, task: &Task, sample: &Sample) -> Extraction {
    let none = |rule: &'static str, reason| Extraction { rule, edits: Vec::new(), module: Err(reason) };
    if sample.raw.trim().is_empty() {
        return none(EMPTY.name, NoAnswerReason::Empty);
    }
    let raw = Answer::new(set, task, sample.field, &sample.raw);
    if set == RuleSet::Verbatim || sample.raw.len() > LONGEST {
        return as_it_came(&raw, Vec::new())
            .unwrap_or_else(|| none(NO_CODE.name, NoAnswerReason::Extraction));
    }
    if let Some(found) = raw.first_of(readings::PLAIN) {
        return edits::edited(&raw, found, Vec::new());
    }
    // Code is never turned into nothing, whatever it quotes.
    let code = || {
        let parses = Code::read(&sample.raw).is_some_and(|code| !code.statements().is_empty());
        parses.then(|| as_it_came(&raw, Vec::new())).flatten()
    };
    let (text, cleaned) = match cleaning::clean(&sample.raw) {
        Ok(cleaned) => cleaned,
        Err((rule, reason)) => return code().unwrap_or_else(|| none(rule, reason)),
    };
    if text.trim().is_empty() {
        let rule = cleaned.last().copied().unwrap_or(EMPTY.name);
        return code().unwrap_or_else(|| none(rule, NoAnswerReason::Empty));
    }
    let answer = Answer::new(set, task, sample.field, &text);
    if let Some(found) = answer.first_of(readings::PLAIN).or_else(|| answer.best_of(readings::SEARCHING)) {
        return edits::edited(&answer, found, cleaned);
    }
    code()
        .or_else(|| as_it_came(&answer, cleaned))
        .unwrap_or_else(|| none(NO_CODE.name, readings::reason_without_code(&text)))
}

/// What is judged where no module was found that could pass.
fn as_it_came(answer: &Answer<'_>, edits: Vec<&'static str>) -> Option<Extraction> {
    let found = answer.first_of(readings::LAST)?;
    Some(Extraction { rule: found.rule, edits, module: Ok(Arc::from(found.module)) })
}
