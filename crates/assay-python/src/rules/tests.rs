//! Every rule's own examples, and promises that hold for all texts.

use proptest::prelude::*;

use super::*;

fn judged(source: &str, reading: Reading) -> Judgement {
    judge(source.into(), StaticProfile { reading, ..StaticProfile::default() })
}

fn rules_of(source: &str, reading: Reading) -> Vec<&'static str> {
    match judged(source, reading) {
        Judgement::Judged { findings, .. } => findings.iter().map(|finding| finding.rule).collect(),
        other => panic!("{other:?}: {source}"),
    }
}

/// The reading under which a rule says something.
fn reading_of(rule: &dyn Rule) -> Reading {
    if rule.name() == "inconsistent_return" { Reading::AuthorsCode } else { Reading::Default }
}

#[test]
fn every_rule_flags_its_bad_examples_and_not_its_good_ones() {
    for rule in RULES {
        assert!(rule.bad().len() > 1 && rule.good().len() > 1, "{} has too few examples", rule.name());
        for bad in rule.bad() {
            assert!(
                rules_of(bad, reading_of(*rule)).contains(&rule.name()),
                "{} misses:\n{bad}",
                rule.name()
            );
        }
        for good in rule.good() {
            assert!(
                !rules_of(good, reading_of(*rule)).contains(&rule.name()),
                "{} flags:\n{good}",
                rule.name()
            );
        }
    }
}

#[test]
fn rules_have_names_of_their_own() {
    let names: std::collections::HashSet<_> = RULES.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), RULES.len());
}

#[test]
fn a_text_that_does_not_parse_is_judged_by_no_other_check() {
    let judgement = judged("def f(:\n", Reading::Default);
    assert_eq!(judgement.verdict("syntax_error"), Verdict::Flagged);
    for rule in RULES {
        assert_eq!(judgement.verdict(rule.check()), Verdict::NotJudged);
    }
}

#[test]
fn what_only_cpython_refuses_is_a_syntax_error_too() {
    for source in
        [format!("x = {}\n", "1".repeat(5_000)), "f'{*a}'\n".to_owned(), "f'{a:{b:{c}}}'\n".to_owned()]
    {
        assert_eq!(judged(&source, Reading::Default).verdict("syntax_error"), Verdict::Flagged, "{source}");
    }
    for source in [format!("x = {}\n", "1".repeat(4_300)), format!("x = 0x{}\n", "1".repeat(5_000))] {
        assert_eq!(judged(&source, Reading::Default).verdict("syntax_error"), Verdict::Clean);
    }
}

#[test]
fn a_text_beyond_the_limits_is_judged_by_no_check() {
    let judgement = judged(&format!("x = {}1", "not ".repeat(5_000)), Reading::Default);
    for check in ["syntax_error", "unnecessary_else"] {
        assert_eq!(judgement.verdict(check), Verdict::AnalysisFailed);
    }
}

#[test]
fn names_that_an_unknown_module_may_bring_are_undecided() {
    let check = "missing_declaration_import";
    assert_eq!(
        judged("from nowhere import *\nprint(name)\n", Reading::Default).verdict(check),
        Verdict::Undecided
    );
    assert_eq!(
        judged("from nowhere import *\nprint(len)\n", Reading::Default).verdict(check),
        Verdict::Clean
    );
    assert_eq!(
        judged("from os import *\nprint(nowhere)\n", Reading::Default).verdict(check),
        Verdict::Flagged
    );
}

#[test]
fn the_paper_counts_every_returned_boolean() {
    let one = "def f(xs):\n    for x in xs:\n        if x:\n            return True\n    return None\n";
    assert!(!rules_of(one, Reading::Default).contains(&"returned_condition"));
    assert!(rules_of(one, Reading::Paper).contains(&"returned_condition"));
}

#[test]
fn names_at_module_level_differ_between_versions_of_pylint() {
    let source = "count = 0\ncount = 1\n";
    let rules = |naming| match judge(source.into(), StaticProfile { naming, ..StaticProfile::default() }) {
        Judgement::Judged { findings, .. } => findings.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!((rules(Naming::Pylint3), rules(Naming::Pylint4)), (2, 0));
}

#[test]
fn findings_say_where() {
    let Judgement::Judged { findings, .. } =
        judged("import os\n\n\nprint(os, é, nowhere)\n", Reading::Default)
    else {
        panic!()
    };
    let places: Vec<_> = findings.iter().map(|finding| (finding.line, finding.column)).collect();
    assert_eq!(places, [(4, 10), (4, 14)]);
}

/// All rules' examples, for making others of them.
fn examples() -> Vec<&'static str> {
    RULES.iter().flat_map(|rule| rule.bad().iter().chain(rule.good())).copied().collect()
}

/// A program that is two examples, cut and put together anywhere, with something between.
fn mixed() -> impl Strategy<Value = String> {
    let examples = examples();
    let one = || prop::sample::select(examples.clone());
    let between = prop::sample::select(vec![
        "",
        "\n",
        "    ",
        "x",
        "(",
        ")",
        "lambda ",
        "[",
        "]",
        ":",
        "def f(",
        "class A",
        "*",
        "=",
        "if ",
        "else:",
        "\t",
        "for x in ",
        "import ",
        "from . import *\n",
        "global x\n",
        "nonlocal x\n",
        "del x\n",
        "\\\n",
        "'",
        "f'{",
        "é",
        "match x:\n",
        "case _:",
        "try:\n",
        "except* x as y:\n",
        "with a as b:\n",
        "yield",
        "await ",
        "async ",
        "\r",
    ]);
    (one(), one(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), between).prop_map(
        |(first, second, end, start, between)| {
            let cut = |text: &str, at: &prop::sample::Index| at.index(text.len() + 1);
            format!("{}{between}{}", &first[..cut(first, &end)], &second[cut(second, &start)..])
        },
    )
}

fn is_ordered(source: &str) {
    for reading in [Reading::Default, Reading::AuthorsCode] {
        let judgement = judged(source, reading);
        if let Judgement::Judged { findings, .. } = &judgement {
            assert!(findings.is_sorted());
        }
        assert_eq!(judgement, judged(source, reading), "judged twice, told differently");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_program_ends_in_a_panic(source in mixed()) {
        is_ordered(&source);
    }

    #[test]
    fn no_text_ends_in_a_panic(source in "[\\PC\n\t ]{0,200}") {
        is_ordered(&source);
    }
}

#[test]
#[ignore = "a million programs: some minutes"]
fn no_program_of_a_million_ends_in_a_panic() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(1_000_000));
    runner
        .run(&mixed(), |source| {
            is_ordered(&source);
            Ok(())
        })
        .unwrap();
}

#[test]
fn deep_and_long_texts_are_judged_with_little_stack() {
    let deep = [
        format!("x = {}1", "1 + ".repeat(900)),
        format!("x = {}1{}", "[".repeat(190), "]".repeat(190)),
        (0..90).map(|level| " ".repeat(level) + "if x:\n").collect::<String>() + &" ".repeat(90) + "pass\n",
        format!("if x:\n    pass\n{}", "elif x:\n    return True\n".repeat(3_000)),
        (0..3_000).map(|n| format!("x{} = x{n}\n", n + 1)).collect::<Vec<_>>().concat(),
        format!("x = 1\n{}print(x)\n", "x = x + x\n".repeat(2_000)),
        "def f(x):\n    return f(f(x)) + f(x)\ny = f(f(f(1)))\n".to_owned(),
        "x = [1]\n".repeat(3_000),
    ];
    let judging = std::thread::Builder::new().stack_size(256 << 10);
    let done =
        judging.spawn(move || deep.iter().for_each(|source| drop(judged(source, Reading::AuthorsCode))));
    done.unwrap().join().unwrap();
}
