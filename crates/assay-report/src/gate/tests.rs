use assay_analyse::Row;
use proptest::prelude::*;

use super::*;
use crate::fixtures;

/// What one clause comes to on a report with every verdict: a regression in `incorrect_code` (logic) and others.
fn passes(clause: &str) -> bool {
    passes_on(clause, &fixtures::many_rows())
}

fn passes_on(clause: &str, report: &Report) -> bool {
    Gate::parse("--gate", clause).unwrap().evaluate(report).unwrap().passes()
}

fn problem(text: &str) -> String {
    Gate::parse("gate.txt", text).unwrap_err().to_string()
}

fn problem_with(text: &str, report: &Report) -> String {
    Gate::parse("gate.txt", text).unwrap().evaluate(report).unwrap_err().to_string()
}

#[test]
fn numbers_are_compared_by_every_operator() {
    let mut report = fixtures::no_difference();
    report.rows.rate[0].difference_percent = -1.5;
    let holds = |operator: &str, value: &str| {
        passes_on(&format!("incorrect_code.difference_percent {operator} {value}"), &report)
    };
    for (operator, expected) in [
        ("==", [false, true, false]),
        ("!=", [true, false, true]),
        ("<", [false, false, true]),
        ("<=", [false, true, true]),
        (">", [true, false, false]),
        (">=", [true, true, false]),
    ] {
        assert_eq!(["-2", "-1.5", "-1e0"].map(|value| holds(operator, value)), expected, "{operator}");
    }
}

#[test]
fn verdicts_and_counts_are_what_the_report_says() {
    assert!(passes("unnecessary_else.verdict == 'no_difference'"));
    assert!(!passes("incorrect_code.verdict != \"regression\""));
    assert!(passes("tasks_lost.count <= 3") && !passes("tasks_lost.count < 3"));
    assert!(passes("warnings.count == 1 and candidate.samples > 0 and benchmark.tasks == 6"));
    assert!(passes("incorrect_code.candidate.rate > 0.4 and incorrect_code.tasks == 6"));
}

#[test]
fn and_binds_closer_than_or_and_parentheses_closest() {
    let (yes, no) = ("tasks_lost.count == 3", "tasks_lost.count == 4");
    assert!(passes(&format!("{yes} or {yes} and {no}")));
    assert!(!passes(&format!("({yes} or {yes}) and {no}")));
    assert!(!passes(&format!("{no} or {no}")) && passes(&format!("{no} or {yes}")));
}

#[test]
fn an_inconclusive_row_passes_only_where_the_clause_says_so() {
    let about = "confusing_variable_naming";
    // True, and silent about the verdict.
    assert!(!passes(&format!("{about}.difference_percent > -50")));
    assert!(!passes(&format!("{about}.verdict != \"regression\"")));
    assert!(!passes(&format!("{about}.difference_percent > -50 or {about}.verdict == \"no_difference\"")));
    // True elsewhere, which does not make up for the silence.
    assert!(!passes(&format!("{about}.difference_percent > -50 or tasks_lost.count == 3")));
    assert!(!passes(&format!(
        "{about}.difference_percent > -50 or syntax_error.verdict == \"inconclusive\""
    )));
    // Said.
    assert!(passes(&format!("{about}.verdict != \"regression\" accepting inconclusive")));
    assert!(passes(&format!("{about}.verdict == \"inconclusive\"")));
    assert!(passes(&format!("{about}.difference_percent > -50 or {about}.verdict == \"inconclusive\"")));
    assert!(passes(&format!("{about}.verdict != \"inconclusive\" or {about}.difference_percent > -50")));
    // Accepted, and yet false.
    assert!(!passes(&format!("{about}.difference_percent > 50 accepting inconclusive")));
    assert!(!passes(&format!("{about}.verdict != \"inconclusive\"")));
}

#[test]
fn what_is_null_or_no_number_passes_nothing() {
    let mut report = fixtures::no_difference();
    report.rows.rate[0].smallest_detectable = None;
    report.rows.rate[0].effect = f64::NAN;
    for operator in ["==", "!=", "<", "<=", ">", ">="] {
        for field in ["smallest_detectable", "effect"] {
            let clause = format!("incorrect_code.{field} {operator} 0");
            assert!(!passes_on(&clause, &report), "{clause}");
        }
    }
    let other = "incorrect_code.smallest_detectable < 5 or incorrect_code.verdict == 'no_difference'";
    assert!(passes_on(other, &report));
}

#[test]
fn a_row_of_which_nothing_was_judged_has_no_results_to_pass_with() {
    let mut report = fixtures::empty();
    report.rows.rate[0].smallest_detectable = Some(0.0);
    let passing = |clause: &str| passes_on(&format!("{clause} accepting inconclusive"), &report);
    for name in fields::rate_numbers() {
        let is_number = passing(&format!("logic.{name} <= 0 or logic.{name} > 0"));
        let is_told = ["tasks", "margin"].contains(&name)
            || [".count", ".judged", ".not_judged"].iter().any(|end| name.ends_with(end))
            || name.starts_with("interval");
        assert_eq!(is_number, is_told, "{name}");
    }
    assert!(!passing("logic.difference_percent >= -5"));
    assert!(passing("logic.tasks == 0 and logic.interval.low == -100"));
}

#[test]
fn a_clause_about_several_rows_is_held_against_each() {
    let report = fixtures::many_rows();
    let gate = Gate::parse("--gate", "all.verdict != \"regression\"").unwrap().evaluate(&report).unwrap();
    let fails: Vec<&str> = gate.clauses[0]
        .looks
        .iter()
        .filter(|look| !look.passes())
        .map(|look| look.seen[0].as_str())
        .collect();
    assert_eq!(
        fails,
        [
            "incorrect_code.verdict is \"regression\"",
            "confusing_variable_naming.verdict is \"inconclusive\"",
            "unresolved[\"corrective\"].verdict is \"regression\"",
        ]
    );
    // Both sides of the "or" are about the same row.
    assert!(passes("all.verdict == 'regression' or all.difference_percent > -6 accepting inconclusive"));
    assert!(!passes("all.verdict == 'improvement' or all.difference_percent > -6 accepting inconclusive"));
    // A breakdown is not among all, and one part of it is a row of its own.
    let broken_down = fixtures::broken_down();
    assert!(passes_on("all.verdict == 'improvement'", &broken_down));
    assert!(passes_on("incorrect_code[\"tag: parsing\"].verdict == 'regression'", &broken_down));
    assert!(!passes_on("incorrect_code[\"tag: text\"].verdict != 'regression'", &broken_down));
}

#[test]
fn an_aspect_is_all_its_rows_and_a_quoted_name_is_a_check() {
    let mut report = fixtures::no_difference();
    report.rows.rate.push(report.rows.rate[0].clone());
    report.rows.rate[1].check = "all".to_owned();
    report.rows.rate[1].verdict = Verdict::Improvement;
    assert!(!passes_on("logic.verdict == 'no_difference'", &report));
    assert!(passes_on("'all'.verdict == 'improvement'", &report));
    assert!(passes_on("incorrect_code.verdict == 'no_difference'", &report));
}

#[test]
fn what_the_report_does_not_have_is_an_error_that_lists_what_it_has() {
    assert_eq!(
        problem_with("\n all.tasks > 0 and sintax_error.verdict != 'regression'", &fixtures::broken_down()),
        "gate.txt:2:20: the report has no sintax_error: it has all, logic, incorrect_code, \
         incorrect_code[\"difficulty: easy\"], incorrect_code[\"difficulty: hard\"], incorrect_code[\"tag: dates\"], \
         incorrect_code[\"tag: nested data\"], incorrect_code[\"tag: parsing\"], incorrect_code[\"tag: text\"], \
         tasks_lost, tasks_gained, tasks_without_score, warnings, benchmark, baseline, candidate"
    );
    let no_rows = Report { rows: crate::Rows::default(), ..fixtures::empty() };
    for clause in ["all.verdict != 'regression'", "logic.tasks > 0", "errors.tasks > 0", "x['y'].tasks > 0"] {
        assert!(problem_with(clause, &no_rows).contains("no row at all"), "{clause}");
    }
    assert!(
        problem_with("errors.tasks > 0", &fixtures::empty()).contains("has no errors: it has all, logic")
    );
    assert_eq!(
        problem_with("logic.tasks > 0 or all.tasks > 0", &fixtures::many_rows()),
        "gate.txt:1:20: logic and all both stand for several rows here: make two clauses of this one"
    );
}

#[test]
fn an_error_lists_at_most_fifty_names() {
    let mut report = fixtures::no_difference();
    for place in 1..1000 {
        report.rows.rate.push(Row { check: format!("check_{place}"), ..report.rows.rate[0].clone() });
    }
    let problem = problem_with("sintax_error.tasks > 0", &report);
    // Of all, logic, 1,000 checks and 7 other subjects.
    assert!(problem.ends_with("check_46, check_47 and 959 more"), "{problem}");
}

#[test]
fn an_aspects_word_means_no_check() {
    let mut report = fixtures::no_difference();
    report.rows.rate[0].check = "errors".to_owned();
    assert!(problem_with("errors.tasks > 0", &report).contains("has no errors"));
    assert!(passes_on("'errors'.tasks > 0", &report));
}

#[test]
fn a_check_is_called_in_quotation_marks_where_its_name_means_something_else() {
    let reserved = ["all", "logic", "errors", "maintainability", "readability"];
    for name in reserved.into_iter().chain(fields::report_subjects()) {
        assert!(Gate::reserves(name), "{name}");
        for category in [None, Some("easy".to_owned())] {
            let mut report = fixtures::no_difference();
            report.rows.rate[0].check = name.to_owned();
            report.rows.rate[0].category = category.clone();
            let part = category.map_or_else(String::new, |part| format!("[{part:?}]"));
            let shown = format!("\"{name}\"{part}.verdict is \"no_difference\"");
            let clause = format!("\"{name}\"{part}.verdict == 'no_difference'");
            let result = Gate::parse("gate.txt", &clause).unwrap().evaluate(&report).unwrap();
            assert_eq!(result.clauses[0].looks[0].seen, [shown]);
            let listed = problem_with("x.verdict == 'regression'", &report);
            assert!(listed.contains(&format!("\"{name}\"{part}, ")), "{listed}");
        }
    }
    assert!(!Gate::reserves("incorrect_code") && !Gate::reserves("count"));
}

#[test]
fn every_comparison_of_nested_terms_keeps_its_own_truth() {
    let (yes, no) = ("tasks_lost.count == 3", "all.tasks < 0");
    assert!(passes(&format!("({yes} or {no}) and ({no} or {yes}) accepting inconclusive")));
    assert!(!passes(&format!("({yes} or {yes}) and ({no} and {yes}) accepting inconclusive")));
    assert!(passes(&format!("({no} and {yes}) or {yes} accepting inconclusive")));
    assert!(!passes(&format!("({yes} or {yes}) and {no} accepting inconclusive")));
}

#[test]
fn a_text_that_is_no_gate_is_refused_with_its_column() {
    for (text, expected) in [
        ("", "gate.txt:1:1: there is no clause here: such a gate would let everything through"),
        ("# nothing\n\n", "gate.txt:1:1: there is no clause here: such a gate would let everything through"),
        ("all.verdict = 'x'", "gate.txt:1:13: operators are == != < <= > >="),
        (
            "all.verdict != \"x",
            "gate.txt:1:16: this quotation mark is not closed (\\ stands before a quotation mark or \\)",
        ),
        ("all.tasks > 1x", "gate.txt:1:13: \"1x\" is no number"),
        ("all.tasks > 1e999", "gate.txt:1:13: \"1e999\" is no number"),
        ("all.tasks > nan", "gate.txt:1:13: tasks is compared with a number"),
        ("\nall.tasks > 'ä' x", "gate.txt:2:13: tasks is compared with a number"),
        (
            "all.tasks > 1 x",
            "gate.txt:1:15: the clause has ended here: and, or, or accepting inconclusive can follow",
        ),
        (
            "all.tasks > 1 accepting regression",
            "gate.txt:1:25: after accepting comes inconclusive: there is nothing else to accept",
        ),
        ("(all.tasks > 1", "gate.txt:1:15: a ) is missing here"),
        ("all.tasks", "gate.txt:1:10: an operator is missing here: == != < <= > >="),
        ("all > 1", "gate.txt:1:5: a field is missing after all, such as .verdict"),
        ("all. > 1", "gate.txt:1:6: a field is missing here, such as .verdict"),
        (
            "1 < all.tasks",
            "gate.txt:1:1: what the comparison is about is missing here, such as all.verdict or tasks_lost.count",
        ),
        ("all.verdict > 'regression'", "gate.txt:1:15: verdicts have no order: compare them by == or !="),
        (
            "all.verdict != 'regresion'",
            "gate.txt:1:16: there is no verdict \"regresion\": there are \"regression\", \"improvement\", \"no_difference\", \"inconclusive\"",
        ),
        (
            "all.verdict != regression",
            "gate.txt:1:16: a verdict in quotation marks is missing here, such as \"regression\"",
        ),
        ("warnings.number == 0", "gate.txt:1:10: warnings has no field \"number\": it has count"),
        ("warnings['x'].count == 0", "gate.txt:1:1: warnings has no parts: only checks have"),
        (
            "x[1].tasks > 0",
            "gate.txt:1:3: a part in quotation marks is missing here, such as [\"difficulty: hard\"]",
        ),
        ("all.tasks > 0; all.tasks > 1", "gate.txt:1:14: ';' means nothing here"),
    ] {
        assert_eq!(problem(text), expected, "{text}");
    }
    let listed = problem("all.interval.lower > 1");
    assert!(listed.starts_with("gate.txt:1:5: a row has no field \"interval.lower\" for a gate: it has verdict, difference_percent, "), "{listed}");
    assert!(listed.contains("interval.low, interval.high"), "{listed}");
}

#[test]
fn comments_empty_lines_and_other_ends_of_lines_are_no_clauses() {
    let text = "# what we ship\r\n\r\n  tasks_lost.count <= 3  # three are known\r\nwarnings.count == 1\n";
    let result = Gate::parse("gate.txt", text).unwrap().evaluate(&fixtures::many_rows()).unwrap();
    let clauses: Vec<(usize, &str)> =
        result.clauses.iter().map(|clause| (clause.line, clause.text.as_str())).collect();
    assert_eq!(clauses, [(3, "tasks_lost.count <= 3"), (4, "warnings.count == 1")]);
    // A quoted sign begins no comment.
    assert!(problem_with("'a#b'.tasks > 0", &fixtures::many_rows()).contains("has no \"a#b\""));
}

#[test]
fn depth_and_size_are_limited() {
    let nested = |depth: usize| format!("{}all.tasks > 0{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Gate::parse("gate.txt", &nested(32)).is_ok());
    assert_eq!(problem(&nested(33)), "gate.txt:1:33: parentheses are at most 32 deep");
    assert!(problem(&"(".repeat(GATE_BYTES)).contains("at most 32 deep"));
    assert!(problem(&" ".repeat(GATE_BYTES + 1)).contains("a gate has at most 65536 bytes"));
}

#[test]
fn the_result_says_which_clause_failed_and_what_it_saw() {
    let text = "all.verdict != \"regression\"\n\
        confusing_variable_naming.interval.low > -30\n\
        tasks_lost.count <= 2\n\
        syntax_error.verdict == \"improvement\"\n\
        all.margin == 3 accepting inconclusive";
    let result = Gate::parse("gate.txt", text).unwrap().evaluate(&fixtures::many_rows()).unwrap();
    insta::assert_snapshot!(result.text());
}

#[test]
fn foreign_names_in_a_result_are_harmless() {
    let report = fixtures::hostile();
    let result = Gate::parse("gate.txt", "all.verdict != \"regression\"").unwrap().evaluate(&report).unwrap();
    let text = result.text();
    assert!(
        !text.chars().any(|character| character != '\n' && assay_types::acts_or_hides(character)),
        "{text}"
    );
    assert!(text.contains("owned"), "{text}");
}

#[test]
fn the_documented_gate_can_be_read() {
    let page = include_str!("../../../../docs/gate.md");
    let (_, after) = page.split_once("begins a comment.\n\n").unwrap();
    let lines: Vec<&str> = after.lines().take_while(|line| line.starts_with("    ")).map(str::trim).collect();
    let gate = Gate::parse("docs/gate.md", &lines.join("\n")).unwrap();
    assert_eq!(gate.clauses.len(), 8);
    // Every field that there is stands in the page.
    for name in fields::rate_numbers().chain(fields::performance_numbers()).chain(fields::counts()) {
        assert!(
            page.contains(&format!("`{name}`"))
                || name.contains("candidate.")
                || page.contains(&format!("`.{}`", name.replace("baseline.", ""))),
            "{name}"
        );
    }
}

/// Pieces of which some make a clause.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("all"),
        Just("logic"),
        Just("incorrect_code"),
        Just("tasks_lost"),
        Just("."),
        Just("verdict"),
        Just("interval"),
        Just("low"),
        Just("count"),
        Just("=="),
        Just("!="),
        Just("<"),
        Just(">="),
        Just("-2"),
        Just("'regression'"),
        Just("\"inconclusive\""),
        Just("and"),
        Just("or"),
        Just("("),
        Just(")"),
        Just("["),
        Just("]"),
        Just("accepting"),
        Just("inconclusive"),
        Just("#"),
        Just("\n"),
        Just("\\"),
        Just("'"),
        Just("é"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.join(" ").replace(" . ", "."))
}

/// A comparison of some row, in two forms, and whether it holds.
fn comparison() -> impl Strategy<Value = String> {
    let row = prop_oneof![Just("incorrect_code"), Just("syntax_error"), Just("confusing_variable_naming")];
    let what = prop_oneof![
        (-60i32..60).prop_map(|value| format!("difference_percent > {value}")),
        (-60i32..60).prop_map(|value| format!("interval.low <= {value}")),
        Just("verdict != \"regression\"".to_owned()),
        Just("verdict == \"no_difference\"".to_owned()),
    ];
    (row, what).prop_map(|(row, what)| format!("{row}.{what}"))
}

proptest! {
    #[test]
    fn any_text_is_a_gate_or_an_error_within_it(text in prop_oneof![any::<String>(), pieces()]) {
        match Gate::parse("gate.txt", &text) {
            Ok(gate) => {
                prop_assert!(!gate.clauses.is_empty());
                let _ = gate.evaluate(&fixtures::many_rows());
            }
            Err(error) => {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
            }
        }
    }

    #[test]
    fn a_clause_silent_about_an_inconclusive_row_never_passes(
        terms in prop::collection::vec((comparison(), any::<bool>()), 1..6)
    ) {
        let joined = terms.iter().enumerate().fold(String::new(), |text, (place, (term, is_and))| {
            let word = if *is_and { " and " } else { " or " };
            text + if place == 0 { "" } else { word } + term
        });
        let is_about_it = joined.contains("confusing_variable_naming");
        let accepted = passes(&format!("{joined} accepting inconclusive"));
        prop_assert_eq!(passes(&joined), accepted && !is_about_it, "{}", joined);
    }

    #[test]
    fn parentheses_around_a_clause_change_nothing(first in comparison(), second in comparison()) {
        let plain = format!("{first} or {second}");
        prop_assert_eq!(passes(&plain), passes(&format!("(({first}) or (({second})))")));
    }
}

#[test]
fn performance_rows_have_ratios_and_are_rows_like_the_others() {
    let report = fixtures::performance();
    assert!(passes_on("execution_time.ratio.low > 1.05 and execution_time.ratio.high < 2", &report));
    assert!(passes_on("execution_time.tasks_regressed >= 10 or memory_usage.ratio.point > 1.10", &report));
    assert!(!passes_on("performance.verdict != 'regression'", &report));
    assert!(!passes_on("all.verdict != 'regression'", &report));
    assert!(passes_on("memory_usage.verdict == 'no_difference'", &report));
    assert!(passes_on("performance.ratio.point < 3 and performance.p_corrected <= 1", &report));
}

#[test]
fn an_inconclusive_performance_row_passes_only_where_the_clause_says_so() {
    let mut report = fixtures::performance();
    report.rows.performance[0].verdict = Verdict::Inconclusive;
    assert!(!passes_on("execution_time.ratio.high < 9", &report));
    assert!(passes_on("execution_time.ratio.high < 9 accepting inconclusive", &report));
    assert!(passes_on("execution_time.verdict == 'inconclusive' and execution_time.ratio.high < 9", &report));
    report.rows.performance[0].ratio = None;
    assert!(!passes_on("execution_time.ratio.high < 9 accepting inconclusive", &report));
    assert!(!passes_on("execution_time.p_value <= 1 accepting inconclusive", &report));
    assert!(passes_on("execution_time.tasks_too_few < 9 accepting inconclusive", &report));
}

#[test]
fn a_row_is_not_asked_for_what_only_the_other_kind_has() {
    let report = fixtures::performance();
    let problem = problem_with("memory_usage.interval.low > -3", &report);
    let said = "gate.txt:1:1: memory_usage has no field \"interval.low\": it has verdict, ratio.low, ";
    assert!(problem.starts_with(said), "{problem}");
    let problem = problem_with("tasks_lost.count == 0 or incorrect_code.ratio.high < 2", &report);
    assert!(problem.contains("1:26: incorrect_code has no field \"ratio.high\": it has verdict, differ"));
    let problem = problem_with("all.difference_percent > -3", &report);
    let said = "all stands for execution_time too: name the aspects or checks that are meant";
    assert!(problem.contains(said), "{problem}");
    // Nothing else is new for a report without such rows.
    assert!(passes_on("all.difference_percent > -99", &fixtures::regression()));
    let problem = problem_with("execution_time.ratio.high < 1.1", &fixtures::regression());
    assert!(problem.contains("the report has no execution_time: it has all, logic, incorrect_code"));
}
