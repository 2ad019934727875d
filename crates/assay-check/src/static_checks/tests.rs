//! What the checks say of small samples.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_python::RULES;

use super::*;

fn judge(module: &str, prompt: &str) -> StaticFindings {
    StaticChecks::default().judge(&Arc::from(module), prompt)
}

fn flagged(findings: &StaticFindings) -> Vec<&str> {
    let flags = findings.flags.iter();
    flags.filter(|(_, flag)| *flag == Flag::Flagged).map(|(name, _)| &**name).collect()
}

#[test]
fn every_rule_counts_for_a_check_that_there_is() {
    let checks: BTreeSet<&str> = STATIC_CHECKS.iter().map(|check| check.name).collect();
    for rule in RULES {
        assert!(checks.contains(rule.check()), "{}", rule.check());
    }
}

#[test]
fn each_check_flags_its_own_and_no_other() {
    let comments = "# add one to it\n# add one to it.\n# add one to it,\n# add one to it;\n";
    for (module, check) in [
        ("def f(:\n", "syntax_error"),
        ("def f():\n    return undefined_name\n", "missing_declaration_import"),
        (
            "def f(one):\n    return [one + 1, one + 2, one * 3, one + 1, one + 2, one * 3]\n",
            "code_duplication",
        ),
        (comments, "comment_duplication"),
        ("def f(one):\n    if one:\n        return 1\n    else:\n        return 2\n", "unnecessary_else"),
        (
            "def f(one):\n    if one > 1:\n        return True\n    return False\n",
            "unnecessary_conditional_block",
        ),
        ("def f(list):\n    return 1\n", "confusing_variable_naming"),
        ("def f(one):\n    return type(one) == int\n", "sub_readable_code"),
    ] {
        assert_eq!(flagged(&judge(module, "")), [check], "{module}");
    }
}

#[test]
fn code_that_does_not_parse_is_a_syntax_error_and_nothing_else_is_known_of_it() {
    let findings = judge("def f(list:\n", "");
    assert_eq!(findings.flag(SYNTAX_ERROR), Flag::Flagged);
    for check in &STATIC_CHECKS[1..] {
        assert_eq!(findings.flag(check.name), Flag::NotJudged, "{}", check.name);
    }
}

#[test]
fn what_is_beyond_the_limits_is_never_clean() {
    let findings = judge(&format!("x = {}1", "-".repeat(100_000)), "");
    for check in &STATIC_CHECKS {
        assert_eq!(findings.flag(check.name), Flag::AnalysisFailed, "{}", check.name);
    }
}

#[test]
fn what_the_prompt_already_says_does_not_count() {
    let prompt = "def f(list):\n    \"\"\"Doc.\"\"\"\n";
    assert_eq!(flagged(&judge(&format!("{prompt}    return list\n"), prompt)), [""; 0]);
    let own = judge(&format!("{prompt}    dict = list\n    return dict\n"), prompt);
    assert_eq!(flagged(&own), ["confusing_variable_naming"]);
    assert_eq!(own.findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), [3]);
}

#[test]
fn code_that_is_copied_from_the_prompt_once_more_is_a_duplicate() {
    let helper = "def g(one):\n    return one + 1, one + 2, one + 3, one + 4\n";
    assert_eq!(flagged(&judge(&format!("{helper}\n\n{helper}"), helper)), ["code_duplication"]);
    let twice = format!("{helper}\n\n{}", helper.replace("g(", "h("));
    assert_eq!(flagged(&judge(&twice, &twice)), [""; 0]);
}

#[test]
fn names_that_a_foreign_module_may_bring_are_undecided() {
    let findings = judge("from somewhere import *\nprint(thing)\n", "");
    assert_eq!(findings.flag("missing_declaration_import"), Flag::Undecided);
}

#[test]
fn a_check_that_is_switched_off_says_nothing() {
    let checks = StaticChecks { off: BTreeSet::from(["syntax_error".to_owned()]), ..StaticChecks::default() };
    assert_eq!(checks.judge(&Arc::from("def f(:"), "").flags.len(), 7);
    assert_eq!(StaticChecks::none().judge(&Arc::from("def f(:"), ""), StaticFindings::default());
}

#[test]
fn thresholds_are_those_that_are_set() {
    let module =
        Arc::from("def f(one):\n    return [one + 1, one + 2, one * 3, one + 1, one + 2, one * 3]\n");
    let checks = StaticChecks { minimum_tokens: 50.try_into().unwrap(), ..StaticChecks::default() };
    assert_eq!(checks.judge(&module, "").flag(CODE_DUPLICATION), Flag::Clean);
}
