//! Pylint and difflib.

use std::process::Command;
use std::sync::atomic::AtomicBool;

use assay_check::static_checks::{COMMENT_DUPLICATION, StaticChecks};
use assay_python::comments::Pair;
use assay_python::{Finding, Judgement, RULES, Reading, StaticProfile};
use serde::Deserialize;
use serde_json::json;

use super::conversation::{Answer, SECONDS, ask};
use super::error::ToolError;
use super::texts::Texts;
use super::tools::{ReferenceTools, bare};
use crate::error::RunError;

const PROGRAM: &str = "pylint_per_file.py";
const SCRIPT: &str = include_str!("pylint_per_file.py");
const SYNTAX: &str = "E0001";
/// Messages by which Pylint says that it failed itself; `--disable=all` switches these off, too.
const FATAL: [&str; 3] = ["F0001", "F0002", "F0010"];

/// What is said of a text.
#[derive(Debug, Deserialize)]
pub(super) struct Said {
    /// Id, line, column, text.
    messages: Vec<(String, usize, i64, String)>,
    /// Earlier line, later line, ratio.
    pairs: Vec<(usize, usize, f64)>,
}

/// Puts beside the texts what every start of Pylint needs.
pub(super) fn prepare(texts: &Texts) -> Result<(), ToolError> {
    for (name, content) in [(PROGRAM, SCRIPT), ("empty.pylintrc", ""), ("warm_up.py", "")] {
        texts.add(name, content)?;
    }
    Ok(())
}

/// Asks about the texts with these numbers, of which no other process is asked about the first.
pub(super) fn answers(
    tools: &ReferenceTools,
    checks: &StaticChecks,
    texts: &Texts,
    numbers: &[usize],
    cancelled: &AtomicBool,
) -> Result<Vec<Answer<Said>>, RunError> {
    let ids: Vec<&str> = ids(checks.profile).chain([SYNTAX]).chain(FATAL).collect();
    let comments = (!checks.off.contains(COMMENT_DUPLICATION)).then(|| {
        let authors_code = checks.profile.reading == Reading::AuthorsCode;
        json!({ "ratio": checks.comments.ratio, "pairs": checks.comments.pairs, "authors_code": authors_code })
    });
    let start = |left: &[usize]| {
        let files: Vec<_> = left.iter().map(|number| (number, texts.path(*number))).collect();
        let order = json!({ "ids": ids, "comments": comments, "seconds": SECONDS, "files": files });
        let name = format!("order_{}.json", numbers.first().unwrap_or(&0));
        let order = texts.add(&name, &order.to_string())?;
        let mut command = Command::new(tools.python());
        bare(&mut command, texts.folder()).args(["-I", "-X", "utf8"]).arg(PROGRAM).arg(order);
        Ok::<_, ToolError>(command)
    };
    ask("Pylint", numbers, &start, cancelled)
}

/// The ids of the messages that the rules of a profile equal.
fn ids(profile: StaticProfile) -> impl Iterator<Item = &'static str> {
    RULES.iter().filter(move |rule| rule.applies(profile)).flat_map(|rule| rule.pylint()).copied()
}

/// The names of the rules that Pylint has no message for: these stay assay's.
pub(super) fn without_message() -> impl Iterator<Item = &'static dyn assay_python::Rule> {
    RULES.iter().filter(|rule| rule.pylint().is_empty()).copied()
}

/// What Pylint says, as rules' findings.
pub(super) fn judgement(answer: &Answer<Said>) -> Judgement {
    let Ok(Said { messages, .. }) = answer else {
        return Judgement::AnalysisFailed("Pylint failed on it");
    };
    let mut findings = Vec::new();
    for (id, line, column, message) in messages {
        let column = usize::try_from(*column).unwrap_or_default();
        let at = |check, rule, id| Finding {
            line: *line,
            column,
            check,
            rule,
            pylint: Some(id),
            message: message.clone(),
        };
        if id == SYNTAX {
            return Judgement::DoesNotParse(at("syntax_error", "syntax_error", SYNTAX));
        }
        let known =
            RULES.iter().find_map(|rule| Some((rule, *rule.pylint().iter().find(|known| *known == id)?)));
        match known {
            Some((rule, id)) => findings.push(at(rule.check(), rule.name(), id)),
            None => return Judgement::AnalysisFailed("Pylint says something that it was not asked for"),
        }
    }
    findings.sort();
    Judgement::Judged { findings, undecided: Vec::new() }
}

/// The pairs of comments that are alike.
pub(super) fn pairs(answer: &Answer<Said>) -> Vec<Pair> {
    let pairs = answer.iter().flat_map(|said| &said.pairs);
    pairs
        .map(|(first_line, second_line, ratio)| Pair {
            first_line: *first_line,
            second_line: *second_line,
            ratio: *ratio,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(messages: &str) -> Said {
        serde_json::from_str(&format!(r#"{{"messages":{messages},"pairs":[[1,2,0.95]]}}"#)).unwrap()
    }

    #[test]
    fn messages_are_findings_of_the_rules_that_equal_them() {
        let answer = Ok(said(r#"[["W2901",4,4,"Redefining"],["E0602",2,-1,"Undefined"]]"#));
        let Judgement::Judged { findings, .. } = judgement(&answer) else { panic!("it is judged") };
        let found: Vec<_> =
            findings.iter().map(|each| (each.line, each.column, each.rule, each.pylint)).collect();
        assert_eq!(
            found,
            [(2, 0, "undefined_variable", Some("E0602")), (4, 4, "redefined_loop_name", Some("W2901"))]
        );
        assert_eq!(pairs(&answer), [Pair { first_line: 1, second_line: 2, ratio: 0.95 }]);
    }

    #[test]
    fn what_does_not_parse_is_a_syntax_error_and_what_fails_is_never_clean() {
        let syntax = judgement(&Ok(said(r#"[["E0001",3,0,"invalid syntax"]]"#)));
        assert!(matches!(syntax, Judgement::DoesNotParse(Finding { line: 3, .. })));
        for answer in [Err("Pylint failed".to_owned()), Ok(said(r#"[["C0114",1,0,"not asked for"]]"#))] {
            assert!(matches!(judgement(&answer), Judgement::AnalysisFailed(_)));
        }
    }

    #[test]
    fn inconsistent_returns_are_asked_for_only_by_the_authors_code() {
        let of = |reading| ids(StaticProfile { reading, ..StaticProfile::default() }).any(|id| id == "R1710");
        assert!(of(Reading::AuthorsCode) && !of(Reading::Default));
        let names: Vec<_> = without_message().map(assay_python::Rule::name).collect();
        assert_eq!(names, ["returned_condition", "reduced_lambda"]);
    }
}
