//! All static checks of one sample.

use std::sync::Arc;

use assay_python::{Judgement, Module, Verdict, judge_parsed};

use super::copied::CopiedLines;
use super::duplicates::{Judged, of_code, of_comments};
use super::finding::{Flag, StaticFinding, StaticFindings};
use super::settings::StaticChecks;
use super::{CODE_DUPLICATION, COMMENT_DUPLICATION, SYNTAX_ERROR};

/// The most findings of a check that are kept: more tell a reader nothing more.
pub(super) const MOST_FINDINGS: usize = 100;

impl StaticChecks {
    /// What the checks say of a judged module. What they flag on lines that are copied from the prompt does not count.
    #[must_use]
    pub fn judge(&self, module: &Arc<str>, prompt: &str) -> StaticFindings {
        let mut all = StaticFindings::default();
        if self.off.len() == super::STATIC_CHECKS.len() {
            return all;
        }
        let copied = CopiedLines::new(prompt, module);
        let parsed = Module::parse(module.clone(), self.profile.python);
        let judgement = judge_parsed(&parsed, self.profile);
        // What Python refuses after parsing does not parse either.
        let parsed = parsed.as_ref().ok().filter(|_| matches!(judgement, Judgement::Judged { .. }));
        for check in self.on() {
            let (flag, mut findings) = match (check.name, parsed) {
                (CODE_DUPLICATION, Some(_)) => of_code(module, self.minimum_tokens, &copied),
                (COMMENT_DUPLICATION, Some(module)) => {
                    of_comments(module, (self.profile.reading, self.comments), &copied)
                }
                (name, _) => of_rules(name, &judgement, &copied),
            };
            findings.truncate(MOST_FINDINGS);
            all.flags.push((check.name.into(), flag));
            all.findings.append(&mut findings);
        }
        all
    }
}

/// The rule whose findings stand at a function's first line, which the prompt often gives, and are about its body.
const OF_A_BODY: &str = "inconsistent_return";

/// What rules say for a check.
fn of_rules(check: &'static str, judgement: &Judgement, copied: &CopiedLines<'_>) -> Judged {
    let own = |finding: &&assay_python::Finding| {
        let anywhere = check == SYNTAX_ERROR || finding.rule == OF_A_BODY;
        finding.check == check && (anywhere || !copied.all(finding.line..=finding.line))
    };
    let (findings, undecided) = match judgement {
        Judgement::Judged { findings, undecided } => (findings.as_slice(), undecided.as_slice()),
        Judgement::DoesNotParse(finding) => (std::slice::from_ref(finding), &[][..]),
        Judgement::AnalysisFailed(_) => (&[][..], &[][..]),
    };
    let found: Vec<StaticFinding> = findings.iter().filter(own).map(finding).collect();
    let flag = match judgement.verdict(check) {
        _ if !found.is_empty() => Flag::Flagged,
        Verdict::NotJudged => Flag::NotJudged,
        Verdict::AnalysisFailed => Flag::AnalysisFailed,
        _ if undecided.iter().any(|finding| own(&finding)) => Flag::Undecided,
        // Nothing is left of what was flagged but what the prompt says.
        Verdict::Flagged | Verdict::Undecided | Verdict::Clean => Flag::Clean,
    };
    (flag, found)
}

fn finding(found: &assay_python::Finding) -> StaticFinding {
    StaticFinding {
        check: found.check.into(),
        rule: found.rule.into(),
        pylint: found.pylint,
        line: found.line,
        column: Some(found.column),
        message: found.message.clone(),
    }
}
