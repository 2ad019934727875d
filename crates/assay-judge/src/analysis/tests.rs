use assay_types::{Side, TaskId};
use proptest::prelude::*;

use super::*;

fn judgement(task: &str, repetition: u32, side: Side, repeat: u32, truth: &str, said: &str) -> Judgement {
    let label = Question::Correctness.vocabulary().label(said).map(str::to_owned);
    Judgement {
        question: Question::Correctness,
        task_id: TaskId::new(task).unwrap(),
        repetition,
        side: Some(side),
        order: None,
        repeat,
        truth: truth.to_owned(),
        discarded: (label.is_none() && !said.is_empty()).then_some(Discard::NoVerdict),
        answer: (!said.is_empty()).then(|| said.to_owned()),
        verdict: label,
    }
}

fn pair(task: &str, repeat: u32, order: Order, truth: &str, said: &str) -> Judgement {
    Judgement {
        question: Question::Faster,
        side: None,
        order: Some(order),
        verdict: Some(said.to_owned()),
        ..judgement(task, 0, Side::Baseline, repeat, truth, said)
    }
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-9
}

/// Two tasks, a sample of each side, two repeats; one answer discarded, one missing.
fn small() -> Vec<Judgement> {
    let (base, candidate) = (Side::Baseline, Side::Candidate);
    vec![
        judgement("a", 0, base, 0, "correct", "correct"),
        judgement("a", 0, base, 1, "correct", "correct"),
        judgement("a", 0, candidate, 0, "incorrect", "incorrect"),
        judgement("a", 0, candidate, 1, "incorrect", "correct"),
        judgement("b", 0, base, 0, "correct", "incorrect"),
        judgement("b", 0, base, 1, "correct", "hm"),
        judgement("b", 0, candidate, 0, "correct", "correct"),
        judgement("b", 0, candidate, 1, "correct", ""),
    ]
}

#[test]
fn a_small_case_by_hand() {
    let found = analyse(Question::Correctness, &small(), 2, 1).unwrap();
    let counts = &found.answers;
    assert_eq!((counts.wanted, counts.with_verdict, counts.missing), (8, 6, 1));
    assert_eq!(counts.discarded, BTreeMap::from([(Discard::NoVerdict, 1)]));
    let judge = found.judge.unwrap();
    // Right: both of a's baseline, one of its candidate, one of b's candidate.
    assert!(near(judge.figures.accuracy, 4.0 / 6.0));
    assert_eq!(judge.figures.positive_class, "incorrect");
    assert_eq!([judge.figures.precision, judge.figures.recall, judge.figures.f1], [Some(0.5); 3]);
    assert!(near(judge.figures.macro_recall, f64::midpoint(0.5, 0.75)));
    let [low, high] = judge.intervals.accuracy.unwrap();
    assert!(0.0 <= low && low <= judge.figures.accuracy && judge.figures.accuracy <= high && high <= 1.0);
    assert_eq!(found.majority_class, Some("correct"));
    let always = found.always_majority.unwrap();
    assert!(near(always.accuracy, 4.0 / 6.0) && always.kappa == Some(0.0));
    assert_eq!((always.precision, always.recall, always.f1), (None, Some(0.0), Some(0.0)));
    assert!(near(found.accuracy_if_discarded_were_wrong.unwrap(), 4.0 / 7.0));
    // Both of a's samples have two verdicts, one of them the same twice.
    let stability = found.stability.unwrap();
    assert_eq!((stability.items, stability.one_label_share), (2, 0.5));
    let comparison = found.comparison.unwrap();
    assert!(near(comparison.measured_difference_percent, 100.0 * (0.0 - 2.0 / 3.0)));
    assert!(near(comparison.judged_difference_percent, 0.0));
    assert_eq!(found.orders, None);
}

#[test]
fn the_order_of_judgements_says_nothing() {
    let mut turned = small();
    turned.reverse();
    turned.swap(1, 4);
    let [one, other] =
        [small(), turned].map(|judgements| analyse(Question::Correctness, &judgements, 2, 1).unwrap());
    assert_eq!(one, other);
}

#[test]
fn a_word_of_another_vocabulary_stops_everything_before_a_number_is_computed() {
    let mut judgements = small();
    judgements[3].truth = "pass".to_owned();
    let said = analyse(Question::Correctness, &judgements, 2, 1).unwrap_err().to_string();
    assert!(said.contains("the truths say \"pass\"") && said.contains("nothing was computed"), "{said}");
    let mut judgements = small();
    judgements[0].verdict = Some("first".to_owned());
    let said = analyse(Question::Correctness, &judgements, 2, 1).unwrap_err().to_string();
    assert!(said.contains("the answers say \"first\""), "{said}");
}

#[test]
fn two_judgements_under_one_key_are_refused_and_nothing_is_paired_by_place() {
    let mut judgements = small();
    judgements[1].repeat = 0;
    let said = analyse(Question::Correctness, &judgements, 2, 1).unwrap_err().to_string();
    assert!(said.contains("two verdicts on a, repetition 0, repeat 0"), "{said}");
}

#[test]
fn a_judge_that_always_names_the_first_is_right_in_half_of_the_answers_and_in_no_pair() {
    let judgements: Vec<Judgement> = ["a", "b", "c"]
        .into_iter()
        .flat_map(|task| {
            [(Order::BaselineFirst, "first"), (Order::CandidateFirst, "second")].into_iter().flat_map(
                move |(order, truth)| (0..5).map(move |repeat| pair(task, repeat, order, truth, "first")),
            )
        })
        .collect();
    let found = analyse(Question::Faster, &judgements, 5, 1).unwrap();
    let orders = found.orders.unwrap();
    assert_eq!((orders.pairs, orders.position_bias, orders.first_share), (15, 1.0, 1.0));
    assert_eq!((orders.right_in_both, orders.right_each), (0.0, 0.5));
    let judge = found.judge.unwrap();
    assert_eq!(judge.figures.positive_class, "baseline");
    assert_eq!(
        (judge.figures.accuracy, judge.figures.precision, judge.figures.recall),
        (0.5, Some(1.0), Some(0.5))
    );
    // It is stable all the same.
    assert!(near(found.stability.unwrap().one_label_share, 1.0));
    assert_eq!(found.comparison, None);
}

#[test]
fn a_pair_with_one_verdict_alone_counts_for_no_order_figure() {
    let judgements = [
        pair("a", 0, Order::BaselineFirst, "first", "first"),
        pair("a", 0, Order::CandidateFirst, "second", "second"),
        pair("b", 0, Order::BaselineFirst, "second", "first"),
    ];
    let found = analyse(Question::Faster, &judgements, 1, 1).unwrap();
    let orders = found.orders.unwrap();
    assert_eq!((orders.pairs, orders.right_in_both, orders.position_bias), (1, 1.0, 0.0));
    assert_eq!(found.stability, None);
    assert!(near(found.judge.unwrap().figures.accuracy, 2.0 / 3.0));
}

#[test]
fn without_a_verdict_there_are_counts_and_no_figures() {
    let judgements = [judgement("a", 0, Side::Baseline, 0, "correct", "hm")];
    let found = analyse(Question::Correctness, &judgements, 1, 1).unwrap();
    assert_eq!((found.judge, found.always_majority, found.majority_class), (None, None, None));
    assert_eq!(found.accuracy_if_discarded_were_wrong, Some(0.0));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn figures_of_any_judgements_are_shares_that_hold_together(
        said in prop::collection::vec((0..4_usize, any::<bool>(), 0..4_usize), 1..40), seed in 0..3_u64,
    ) {
        let words = ["correct", "incorrect", "hm", ""];
        let judgements: Vec<Judgement> = (0_u32..).zip(&said).map(|(place, (task, truth, word))| {
            let truth = if *truth { "correct" } else { "incorrect" };
            let side = if place % 2 == 0 { Side::Baseline } else { Side::Candidate };
            judgement(["a", "b", "c", "d"][*task], place, side, 0, truth, words[*word])
        }).collect();
        let found = analyse(Question::Correctness, &judgements, 1, seed).unwrap();
        let counts = &found.answers;
        let discarded: u64 = counts.discarded.values().sum();
        prop_assert_eq!(counts.wanted, counts.with_verdict + discarded + counts.missing);
        if let Some(judge) = &found.judge {
            let total: u64 = judge.confusion.iter().map(|cell| cell.count).sum();
            prop_assert_eq!(total, counts.with_verdict);
            for interval in [judge.intervals.accuracy, judge.intervals.precision, judge.intervals.recall, judge.intervals.f1] {
                prop_assert!(interval.is_none_or(|[low, high]| 0.0 <= low && low <= high && high <= 1.0));
            }
            prop_assert!(found.accuracy_if_discarded_were_wrong.unwrap() <= judge.figures.accuracy + 1e-11);
            let always = found.always_majority.unwrap();
            prop_assert!(always.accuracy >= 0.5 && always.kappa.is_none_or(|kappa| kappa.abs() < 1e-11));
        }
    }
}
