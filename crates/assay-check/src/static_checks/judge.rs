//! All static checks of one sample.

use std::sync::Arc;

use assay_python::comments::duplicated_by;
use assay_python::{Judgement, Module, Verdict, duplicates, judge_parsed};

use super::copied::CopiedLines;
use super::duplicates::{Judged, of_code, of_comments};
use super::finding::{Flag, StaticFinding, StaticFindings};
use super::observed::Observed;
use super::settings::StaticChecks;
use super::{CODE_DUPLICATION, COMMENT_DUPLICATION, SYNTAX_ERROR};

/// The most findings of a check that are kept: more tell a reader nothing more.
pub(super) const MOST_FINDINGS: usize = 100;

impl StaticChecks {
    /// What the checks say of a judged module. What they flag on lines that are copied from the prompt does not count.
    #[must_use]
    pub fn judge(&self, module: &Arc<str>, prompt: &str) -> StaticFindings {
        if self.off.len() == super::STATIC_CHECKS.len() {
            return StaticFindings::default();
        }
        self.judge_observed(module, prompt, &self.observe(module))
    }

    /// What assay itself sees in a module.
    #[must_use]
    pub fn observe(&self, module: &Arc<str>) -> Observed {
        let parsed = Module::parse(module.clone(), self.profile.python);
        let rules = judge_parsed(&parsed, self.profile);
        // What Python refuses after parsing does not parse either.
        let parsed = parsed.as_ref().ok().filter(|_| rules.parses());
        let is_on = |name| !self.off.contains(name);
        Observed {
            duplicates: parsed
                .filter(|_| is_on(CODE_DUPLICATION))
                .map(|_| duplicates::find(module, self.minimum_tokens)),
            comments: parsed
                .filter(|_| is_on(COMMENT_DUPLICATION))
                .map(|parsed| duplicated_by(self.profile.reading, parsed, self.comments)),
            rules,
            partly_failed: Vec::new(),
        }
    }

    /// What the checks say of a module in which somebody saw this: assay ([`Self::observe`]) or the tools that it stands
    /// for. What counts, and what does not because the prompt says it, is the same for both.
    #[must_use]
    pub fn judge_observed(&self, module: &str, prompt: &str, observed: &Observed) -> StaticFindings {
        let mut all = StaticFindings::default();
        let copied = CopiedLines::new(prompt, module);
        for check in self.on() {
            let (flag, mut findings) = match (check.name, &observed.duplicates, &observed.comments) {
                (CODE_DUPLICATION, Some(found), _) => of_code(found, &copied),
                (COMMENT_DUPLICATION, _, Some(pairs)) => {
                    of_comments(pairs, (self.profile.reading, self.comments), &copied)
                }
                // Nobody looked, or nobody could: never clean.
                (CODE_DUPLICATION | COMMENT_DUPLICATION, ..) if observed.rules.parses() => {
                    (Flag::AnalysisFailed, Vec::new())
                }
                (name, ..) => of_rules(name, &observed.rules, &copied),
            };
            let failed = observed.partly_failed.contains(&check.name);
            let flag = match flag {
                Flag::Clean | Flag::Undecided if failed => Flag::AnalysisFailed,
                flag => flag,
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
