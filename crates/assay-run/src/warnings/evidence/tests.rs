use std::sync::Arc;

use assay_analyse::{RateCheck, SideFindings};
use assay_types::{Digest, FieldKind, LimitKind, LinesNotJudged, Sample, TrialTime};

use super::*;

const WRONG: Outcome = Outcome::Fail { cause: FailCause::WrongAnswer };

fn id(task: usize) -> TaskId {
    TaskId::new(&format!("t/{task}")).unwrap()
}

/// Tasks of which both sides have a passing sample, the first so many of them in shared mode.
fn input(tasks: usize, shared: usize) -> Input {
    let side = || SideFindings::of_outcomes(vec![Outcome::Pass]);
    let tasks = (0..tasks).map(|task| TaskFindings {
        task: id(task),
        shared_mode: task < shared,
        baseline: side(),
        candidate: side(),
    });
    Input { checks: vec![RateCheck::incorrect_code(); 9], tasks: tasks.collect(), ..Input::default() }
}

/// A side with these answers to each of its tasks.
fn set(answers: &[Vec<&str>]) -> SampleSet {
    let samples = answers.iter().enumerate().flat_map(|(task, answers)| {
        answers.iter().zip(0..).map(move |(raw, repetition)| Sample {
            task: id(task),
            repetition,
            field: FieldKind::Solution,
            raw: Arc::from(*raw),
            finish: None,
            line: 1,
        })
    });
    SampleSet {
        name: "model".to_owned(),
        digest: Digest::of(b""),
        bytes: Arc::default(),
        samples: samples.collect(),
        refused: Vec::new(),
        lost: Vec::new(),
        lines_not_judged: LinesNotJudged::default(),
        repaired: BTreeMap::new(),
    }
}

fn sample(outcome: Outcome) -> LabelledSample {
    LabelledSample {
        task_id: id(0),
        repetition: 0,
        line: 1,
        rule: "solution",
        edits: Vec::new(),
        outcome: outcome.clone(),
        finding: Finding {
            outcome,
            evidence: None,
            line: None,
            output: String::new(),
            time: TrialTime::default(),
        },
        static_findings: None,
        metrics: None,
        module_sha256: None,
        module: None,
    }
}

fn codes(input: &Input, sides: [(&SampleSet, &[LabelledSample]); 2]) -> Vec<String> {
    let sides = sides.map(|(set, labelled)| JudgedSide { set, labelled });
    let found = warnings(input, [&sides[0], &sides[1]], &Settings::default());
    found.into_iter().map(|warning| warning.code).collect()
}

#[test]
fn thirty_four_tasks_are_enough_for_three_points_and_a_wider_margin_needs_fewer() {
    let settings = Settings::default();
    let said = few_tasks(&input(33, 0), &settings).unwrap();
    assert!(said.contains("moves a row by 3.0 points") && said.contains("from 34 tasks on"), "{said}");
    assert!(!said.contains("p-value"), "{said}");
    assert_eq!(few_tasks(&input(34, 0), &settings), None);
    assert_eq!(few_tasks(&input(0, 0), &settings), None);
    let wide = Settings { margin: 0.05, ..Settings::default() };
    assert!(few_tasks(&input(19, 0), &wide).is_some() && few_tasks(&input(20, 0), &wide).is_none());
}

#[test]
fn so_few_tasks_that_nothing_can_be_significant_are_told_with_the_least_p() {
    // Nine rows: 2 × 2^−8 × 9 = 0.070 is over 0.05, 2 × 2^−9 × 9 = 0.035 is not.
    let settings = Settings::default();
    assert!(few_tasks(&input(8, 0), &settings).unwrap().contains("is 0.070 when corrected"));
    assert!(!few_tasks(&input(9, 0), &settings).unwrap().contains("p-value"));
}

#[test]
fn more_than_half_of_the_tasks_in_shared_mode_are_told() {
    assert_eq!(mostly_shared_mode(&input(40, 20)), None);
    assert!(mostly_shared_mode(&input(40, 21)).unwrap().starts_with("21 of 40 tasks"));
    let mut read_alone = input(40, 40);
    read_alone.tasks.iter_mut().for_each(|task| task.candidate.outcomes.clear());
    assert_eq!(mostly_shared_mode(&read_alone), None);
}

#[test]
fn limits_that_more_than_one_sample_in_twenty_hits_are_told() {
    let hit = |hits: usize, limit| {
        let mut samples = vec![sample(WRONG); 100 - hits];
        samples.resize(100, sample(Outcome::Limit { limit }));
        samples.push(sample(Outcome::Infrastructure));
        samples
    };
    assert_eq!(limits_often("baseline", &hit(5, LimitKind::Cpu)), None);
    let said = limits_often("baseline", &hit(6, LimitKind::Cpu)).unwrap();
    assert!(
        said.starts_with("6 of the baseline's 100 judged samples (6 %) end at a limit, mostly limit(cpu)"),
        "{said}"
    );
    assert_eq!(limits_often("baseline", &[]), None);
}

#[test]
fn answers_that_break_off_are_told_from_answers_that_are_wrong() {
    let syntax = |module: &str, line, evidence: &str| {
        let mut sample = sample(Outcome::Fail { cause: FailCause::Syntax });
        sample.module = Some(Arc::from(module));
        (sample.finding.line, sample.finding.evidence) = (Some(line), Some(evidence.to_owned()));
        sample
    };
    let cut = [
        syntax("x = 1\nprint(x", 2, "SyntaxError: '(' was never closed"),
        syntax("if x:", 1, "IndentationError: expected an indented block after 'if' statement on line 1"),
        syntax("x = 'a", 1, "SyntaxError: unterminated string literal (detected at line 1)"),
        LabelledSample { rule: "cut_tail", ..sample(WRONG) },
        sample(Outcome::NoAnswer { reason: NoAnswerReason::CutAtMaxTokens }),
    ];
    let whole = [
        syntax("x = 'a\nprint(x)", 1, "SyntaxError: unterminated string literal (detected at line 1)"),
        syntax("x == = 1\n", 1, "SyntaxError: invalid syntax"),
        sample(WRONG),
        sample(Outcome::Pass),
        sample(Outcome::NoAnswer { reason: NoAnswerReason::Empty }),
    ];
    assert!(cut.iter().all(ends_cut) && !whole.iter().any(ends_cut));
    assert_eq!(answers_cut("candidate", &whole), None);
    let said = answers_cut("candidate", &[&cut[..1], &whole].concat()).unwrap();
    assert!(said.starts_with("1 of the candidate's 6 answers end in the middle"), "{said}");
}

#[test]
fn answers_that_hardly_ever_differ_are_told() {
    let same = vec!["a"; 10];
    let one_other = [vec!["a"; 9], vec!["b"]].concat();
    let two_others = [vec!["a"; 8], vec!["b", "c"]].concat();
    assert!(answers_repeated("baseline", &set(&[same.clone(), two_others.clone()])).is_none());
    let said = answers_repeated("baseline", &set(&[same, one_other])).unwrap();
    assert!(said.starts_with("17 of the baseline's 18 further samples repeat"), "{said}");
    assert!(answers_repeated("baseline", &set(&[vec!["a"], vec!["a"]])).is_none());
}

#[test]
fn sides_with_other_numbers_of_samples_and_tasks_with_several_missing_are_told() {
    let (ten, nine, eight) = (vec!["x"; 10], vec!["x"; 9], vec!["x"; 8]);
    let full = set(&[ten.clone(), ten.clone(), ten.clone()]);
    let short = set(&[ten.clone(), nine.clone(), eight.clone()]);
    let counts = |set| repetitions(&JudgedSide { set, labelled: &[] });
    assert_eq!((usual(&counts(&full)), usual(&counts(&short))), (10, 10));
    assert_eq!(samples_missing("baseline", &counts(&full), 10), None);
    let said = samples_missing("baseline", &counts(&short), 10).unwrap();
    assert!(said.contains("misses 2 samples: 1 of its tasks") && said.contains("10 (t/2)"), "{said}");
    let lesser = set(&[nine.clone(), nine]);
    assert_eq!(different_repetitions([usual(&counts(&full)), usual(&counts(&short))]), None);
    assert!(different_repetitions([usual(&counts(&full)), usual(&counts(&lesser))]).is_some());
    assert_eq!(different_repetitions([10, 0]), None);
}

#[test]
fn good_samples_have_none_of_these_warnings_and_bad_ones_have_all() {
    let answers: Vec<Vec<&str>> = vec![vec!["a", "b", "c", "d"]; 40];
    let good = (&set(&answers), &[sample(Outcome::Pass)][..]);
    assert_eq!(codes(&input(40, 0), [good, good]), [""; 0]);
    let mut repeated = vec![vec!["a"; 5]; 40];
    repeated[3].truncate(2);
    let labelled = [
        sample(Outcome::Limit { limit: LimitKind::Wall }),
        LabelledSample { rule: "cut_tail", ..sample(WRONG) },
    ];
    let expected = [
        "few_tasks",
        "mostly_shared_mode",
        "different_repetitions",
        "samples_missing",
        "limits_often",
        "answers_cut",
        "answers_repeated",
    ];
    assert_eq!(codes(&input(5, 5), [good, (&set(&repeated), &labelled)]), expected);
}
