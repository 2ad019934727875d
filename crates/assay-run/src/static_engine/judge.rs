//! What the tools see, as the static checks need it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_check::static_checks::{
    CODE_DUPLICATION, COMMENT_DUPLICATION, Observed, StaticChecks, StaticFindings,
};
use assay_python::{Finding, Judgement, StaticProfile};

use super::conversation::Answer;
use super::error::ToolError;
use super::texts::Texts;
use super::tools::ReferenceTools;
use super::{pmd, pylint};
use crate::error::RunError;

/// Texts that are on the disk at the same time.
const AT_ONCE: usize = 2_000;
/// Texts for which another Pylint is worth its start.
const WORTH_A_START: usize = 50;

/// A text in which every tool must see something: one that sees nothing here says "clean" of everything.
const CONTROL: &str = "\
# one comment that is here four times
# one comment that is here four times
# one comment that is here four times
# one comment that is here four times
def first(values):
    for value in values:
        value = missing
    if values:
        return [value, 1, 2, 3, 4, 5, 6, 7]
    else:
        return [value, 1, 2, 3, 4, 5, 6, 8]
";
const CONTROL_IDS: [&str; 3] = ["E0602", "R1705", "W2901"];

impl ReferenceTools {
    /// Judges texts, each with its prompt, in their order.
    pub(crate) fn judge(
        &self,
        checks: &StaticChecks,
        texts: &[(Arc<str>, &str)],
        cancelled: &AtomicBool,
    ) -> Result<Vec<Arc<StaticFindings>>, RunError> {
        let mut found = Vec::with_capacity(texts.len());
        for some in texts.chunks(AT_ONCE) {
            let observed = self.observe(checks, some, cancelled)?;
            found.extend(
                some.iter()
                    .zip(observed)
                    .map(|((module, prompt), seen)| Arc::new(checks.judge_observed(module, prompt, &seen))),
            );
        }
        Ok(found)
    }

    fn observe(
        &self,
        checks: &StaticChecks,
        texts: &[(Arc<str>, &str)],
        cancelled: &AtomicBool,
    ) -> Result<Vec<Observed>, RunError> {
        let files = Texts::write(CONTROL, texts.iter().map(|(module, _)| &**module))?;
        let of_pylint = self.pylint_answers(checks, &files, cancelled)?;
        let mut of_pmd = match self.pmd() {
            Some(pmd) => pmd.answers(checks, &files, cancelled)?.into_iter().map(Some).collect(),
            None => Vec::new(),
        };
        of_pmd.resize_with(files.count(), || None);
        let sources = std::iter::once(CONTROL).chain(texts.iter().map(|(module, _)| &**module));
        let mut observed = sources
            .zip(of_pylint.iter().zip(&of_pmd))
            .map(|(source, (pylint, pmd))| observed(checks, source, pylint, pmd.as_ref()));
        if let Some(control) = observed.next() {
            see_through(checks, &control)?;
        }
        Ok(observed.collect())
    }

    /// Pylint's answers, from as many processes as there are processors, in the order of the texts.
    fn pylint_answers(
        &self,
        checks: &StaticChecks,
        files: &Texts,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Answer<pylint::Said>>, RunError> {
        pylint::prepare(files)?;
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let shares = processors.min(files.count().div_ceil(WORTH_A_START)).max(1);
        let share = |share: usize| (share..files.count()).step_by(shares).collect::<Vec<usize>>();
        let shares: Vec<Vec<usize>> = (0..shares).map(share).collect();
        let mut found: Vec<(usize, Answer<pylint::Said>)> = Vec::with_capacity(files.count());
        std::thread::scope(|scope| {
            let asked: Vec<_> = shares
                .iter()
                .map(|numbers| scope.spawn(|| pylint::answers(self, checks, files, numbers, cancelled)))
                .collect();
            for (numbers, asked) in shares.iter().zip(asked) {
                let answers = asked.join().map_err(|_| RunError::ThreadLost)??;
                found.extend(numbers.iter().copied().zip(answers));
            }
            Ok::<(), RunError>(())
        })?;
        found.sort_by_key(|(number, _)| *number);
        Ok(found.into_iter().map(|(_, answer)| answer).collect())
    }
}

/// What was seen in one text.
fn observed(
    checks: &StaticChecks,
    source: &str,
    of_pylint: &Answer<pylint::Said>,
    of_pmd: Option<&Answer<pmd::Said>>,
) -> Observed {
    let mut rules = pylint::judgement(of_pylint);
    let parses = rules.parses();
    let partly_failed = add_own(&mut rules, source, checks.profile);
    let is_on = |name| parses && !checks.off.contains(name);
    Observed {
        rules,
        duplicates: of_pmd.filter(|_| is_on(CODE_DUPLICATION)).map(pmd::duplicates),
        comments: is_on(COMMENT_DUPLICATION).then(|| Ok(pylint::pairs(of_pylint))),
        partly_failed,
    }
}

/// Adds what assay's rules say that Pylint has no message for. Where assay cannot judge what Pylint can, these are undecided;
/// the checks that they count for are returned where that is for the limits of assay's analysis.
fn add_own(rules: &mut Judgement, source: &str, profile: StaticProfile) -> Vec<&'static str> {
    let Judgement::Judged { findings, undecided } = rules else { return Vec::new() };
    match assay_python::judge(Arc::from(source), profile) {
        Judgement::Judged { findings: own, .. } => {
            findings.extend(own.into_iter().filter(|finding| finding.pylint.is_none()));
            findings.sort();
        }
        Judgement::AnalysisFailed(_) => {
            return pylint::without_message().map(assay_python::Rule::check).collect();
        }
        Judgement::DoesNotParse(_) => undecided.extend(pylint::without_message().map(|rule| Finding {
            line: 0,
            column: 0,
            check: rule.check(),
            rule: rule.name(),
            pylint: None,
            message: "assay cannot judge this text".to_owned(),
        })),
    }
    Vec::new()
}

/// Sees that the tools saw in the control what is there.
fn see_through(checks: &StaticChecks, control: &Observed) -> Result<(), ToolError> {
    let found = match &control.rules {
        Judgement::Judged { findings, .. } => findings.as_slice(),
        _ => &[],
    };
    for id in CONTROL_IDS {
        if !found.iter().any(|finding| finding.pylint == Some(id)) {
            return Err(ToolError::Blind { tool: "Pylint", missed: id.to_owned() });
        }
    }
    let is_on = |name| !checks.off.contains(name);
    // By thresholds of the user's own, the control may have nothing to be seen.
    let usual = StaticChecks::default();
    let is_seen = |found: Option<bool>| found == Some(true);
    if is_on(COMMENT_DUPLICATION)
        && checks.comments == usual.comments
        && !is_seen(
            control.comments.as_ref().map(|pairs| pairs.as_ref().is_ok_and(|pairs| !pairs.is_empty())),
        )
    {
        return Err(ToolError::Blind { tool: "difflib", missed: COMMENT_DUPLICATION.to_owned() });
    }
    if is_on(CODE_DUPLICATION)
        && checks.minimum_tokens == usual.minimum_tokens
        && !is_seen(
            control.duplicates.as_ref().map(|found| found.as_ref().is_ok_and(|found| !found.is_empty())),
        )
    {
        return Err(ToolError::Blind { tool: "PMD", missed: CODE_DUPLICATION.to_owned() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_check::static_checks::Flag;

    fn from<A: serde::de::DeserializeOwned>(text: &str) -> A {
        serde_json::from_str(text).unwrap()
    }

    const SEEN: &str =
        r#"{"messages":[["E0602",7,0,""],["R1705",8,0,""],["W2901",7,0,""]],"pairs":[[1,2,1.0]]}"#;
    const FOUND: &str = r#"{"duplicates":[{"tokens":16,"places":[[9,9],[11,11]]}]}"#;

    #[test]
    fn assay_itself_sees_in_the_control_what_the_tools_must_see() {
        let checks = StaticChecks::default();
        see_through(&checks, &checks.observe(&Arc::from(CONTROL))).unwrap();
    }

    #[test]
    fn a_tool_that_sees_nothing_in_the_control_is_an_error() {
        let checks = StaticChecks::default();
        let blind = |pylint: &str, pmd: &str| {
            let seen = observed(&checks, CONTROL, &Ok(from(pylint)), Some(&Ok(from(pmd))));
            see_through(&checks, &seen).map_err(|error| error.to_string())
        };
        assert_eq!(blind(SEEN, FOUND), Ok(()));
        let without_the_extension = SEEN.replace(r#",["W2901",7,0,""]"#, "");
        assert!(blind(&without_the_extension, FOUND).unwrap_err().starts_with("Pylint does not flag W2901"));
        assert!(blind(SEEN, r#"{"duplicates":[]}"#).unwrap_err().starts_with("PMD does not flag"));
        assert!(
            blind(&SEEN.replace("[1,2,1.0]", ""), FOUND).unwrap_err().starts_with("difflib does not flag")
        );
    }

    #[test]
    fn a_text_that_a_tool_fails_on_is_never_clean() {
        let checks = StaticChecks::default();
        let source = "def f(x):\n    if x:\n        return True\n    return False\n";
        let flags = |pylint: &Answer<pylint::Said>, pmd: Option<&Answer<pmd::Said>>| {
            let found = checks.judge_observed(source, "", &observed(&checks, source, pylint, pmd));
            found.flags.iter().map(|(_, flag)| format!("{flag:?}")).collect::<Vec<_>>()
        };
        let failed = flags(&Err("crashed".to_owned()), Some(&Ok(from(FOUND))));
        assert!(failed.iter().all(|flag| flag == "AnalysisFailed"), "{failed:?}");
        let nothing = r#"{"messages":[],"pairs":[]}"#;
        for pmd in [None, Some(&Err("crashed".to_owned()))] {
            let found = flags(&Ok(from(nothing)), pmd);
            assert_eq!(found[2], "AnalysisFailed");
            assert_eq!(found[5], "Flagged", "the rule that Pylint has no message for is assay's");
        }
        let bomb = format!("x = {}1", "-".repeat(100_000));
        let seen = observed(&checks, &bomb, &Ok(from(nothing)), None);
        for check in ["unnecessary_conditional_block", "sub_readable_code"] {
            assert_eq!(checks.judge_observed(&bomb, "", &seen).flag(check), Flag::AnalysisFailed);
        }
        let not_python = flags(&Ok(from(r#"{"messages":[["E0001",1,0,""]],"pairs":[]}"#)), None);
        assert_eq!(not_python[0], "Flagged");
        assert!(not_python[1..].iter().all(|flag| flag == "NotJudged"), "{not_python:?}");
    }
}
