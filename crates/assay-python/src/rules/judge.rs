//! Judging a text: parsed once, walked once, then every rule.

use std::sync::Arc;

use super::finding::{Finding, Judgement};
use super::profile::StaticProfile;
use super::registry::{Findings, RULES, Subject};
use crate::parse::{Module, NotParsed};
use crate::semantics::{Scopes, Tree, Values, resolve};

/// Judges a text by all rules. Findings are ordered by place.
#[must_use]
pub fn judge(source: Arc<str>, profile: StaticProfile) -> Judgement {
    judge_parsed(&Module::parse(source, profile.python), profile)
}

/// Judges a text that has been parsed, or not, by the profile's grammar.
#[must_use]
pub fn judge_parsed(parsed: &Result<Module, NotParsed>, profile: StaticProfile) -> Judgement {
    match parsed {
        Ok(module) => judge_module(module, profile),
        Err(NotParsed::Syntax { message, line }) => does_not_parse(*line, message.clone()),
        Err(NotParsed::BeyondLimits(limit)) => Judgement::AnalysisFailed(limit),
    }
}

fn does_not_parse(line: usize, message: String) -> Judgement {
    let (check, rule) = ("syntax_error", "syntax_error");
    Judgement::DoesNotParse(Finding { line, column: 0, check, rule, pylint: Some("E0001"), message })
}

/// Judges a module that is parsed already.
#[must_use]
pub fn judge_module(module: &Module, profile: StaticProfile) -> Judgement {
    let tree = Tree::of(module);
    let scopes = Scopes::of(&tree);
    let reads = resolve(&tree, &scopes);
    let values = Values::new(&tree, &scopes);
    let subject = Subject { tree: &tree, scopes: &scopes, reads: &reads, values: &values, profile };
    let mut findings =
        Findings { tree: &tree, check: "", rule: "", flagged: Vec::new(), undecided: Vec::new() };
    for rule in RULES.iter().filter(|rule| rule.applies(profile)) {
        findings.check = rule.check();
        findings.rule = rule.name();
        rule.judge(&subject, &mut findings);
    }
    if !tree.may_go_on(0) {
        return Judgement::AnalysisFailed("it is too large and tangled to be judged");
    }
    findings.flagged.sort();
    findings.undecided.sort();
    Judgement::Judged { findings: findings.flagged, undecided: findings.undecided }
}
