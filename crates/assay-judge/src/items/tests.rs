use assay_analyse::TaskVerdict;
use assay_report::TaskWithoutScore;
use assay_types::{NoAnswerReason, Outcome, Side};

use super::*;
use crate::fixtures::{Run, id, sample};

fn truths(found: &Found<'_>) -> Vec<(String, u32, Subject, &'static str)> {
    let told =
        |(item, _): &(Item, Vec<&str>)| (item.task.to_string(), item.repetition, item.subject, item.truth);
    found.items.iter().map(told).collect()
}

fn find_all(run: &Run, question: Question) -> Found<'_> {
    find(&run.facts(), question, &Selection::default())
}

#[test]
fn the_truth_of_correctness_is_what_the_tests_came_to() {
    let run = Run::small();
    let found = find_all(&run, Question::Correctness);
    assert_eq!(found.items.len(), 8);
    let incorrect: Vec<_> = truths(&found).into_iter().filter(|(.., truth)| *truth == "incorrect").collect();
    assert_eq!(incorrect, [("a".to_owned(), 0, Subject::Sample(Side::Candidate), "incorrect")]);
    assert!(found.left_out.is_empty());
    let (item, shown) = &found.items[0];
    assert_eq!(item.subject, Subject::Sample(Side::Baseline));
    assert!(shown[0].starts_with("# a baseline 0\n"), "{shown:?}");
}

#[test]
fn what_the_tests_did_not_judge_is_left_out_and_counted_by_its_reason() {
    let mut run = Run::small();
    run.samples = vec![
        sample("a", Side::Baseline, 0, None),
        sample("a", Side::Baseline, 1, Some(Outcome::Infrastructure)),
        sample("a", Side::Baseline, 2, Some(Outcome::NotJudged)),
        RunSample {
            code: None,
            ..sample("a", Side::Baseline, 3, Some(Outcome::NoAnswer { reason: NoAnswerReason::Empty }))
        },
        sample("b", Side::Baseline, 0, Some(Outcome::Pass)),
    ];
    run.report.tasks_without_score =
        vec![TaskWithoutScore { id: id("b"), reason: "its reference fails".to_owned() }];
    let found = find_all(&run, Question::Correctness);
    assert!(found.items.is_empty());
    let reasons = [
        LeftOut::WithoutScore,
        LeftOut::Infrastructure,
        LeftOut::NotJudged,
        LeftOut::NoFinding,
        LeftOut::NoCode,
    ];
    assert_eq!(found.left_out, BTreeMap::from(reasons.map(|reason| (reason, 1))));
}

#[test]
fn a_selection_counts_the_runs_tasks_and_not_the_benchmarks() {
    let mut run = Run::small();
    // A run of the benchmark's second task alone.
    run.samples.retain(|sample| sample.task == id("b"));
    let selection = Selection { tasks: Some(1), samples_per_task: None };
    let found = find(&run.facts(), Question::Correctness, &selection);
    assert_eq!(found.items.len(), 4);
}

#[test]
fn a_selection_takes_the_first_tasks_and_repetitions() {
    let run = Run::small();
    let selection = Selection { tasks: Some(1), samples_per_task: Some(1) };
    let found = find(&run.facts(), Question::Correctness, &selection);
    let samples = truths(&found);
    assert_eq!(samples.len(), 2);
    assert!(samples.iter().all(|(task, repetition, ..)| task == "a" && *repetition == 0));
}

/// Each side's two samples of `b`, measured.
fn measured(verdict: TaskVerdict, baseline: (f64, f64), candidate: (f64, f64)) -> Run {
    Run::small().with_times(verdict, [(2, baseline.0, baseline.1), (2, candidate.0, candidate.1)])
}

#[test]
fn a_pair_is_asked_about_in_both_orders_where_the_sides_are_apart() {
    let run = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.2, 3.0));
    let found = find_all(&run, Question::Faster);
    let pair = |repetition, order, truth| ("b".to_owned(), repetition, Subject::Pair(order), truth);
    assert_eq!(
        truths(&found),
        [
            pair(0, Order::BaselineFirst, "first"),
            pair(0, Order::CandidateFirst, "second"),
            pair(1, Order::BaselineFirst, "first"),
            pair(1, Order::CandidateFirst, "second"),
        ]
    );
    assert!(found.items[1].1[0].starts_with("# b candidate 0\n"));
    // Of `a` only the second pair is of two correct samples, and nothing was measured there.
    assert_eq!(found.left_out, BTreeMap::from([(LeftOut::NotCompared, 1)]));
    let improved = measured(TaskVerdict::Improved, (2.2, 3.0), (1.0, 2.0));
    assert_eq!(truths(&find_all(&improved, Question::Faster))[0], pair(0, Order::BaselineFirst, "second"));
}

#[test]
fn pairs_that_cannot_be_told_apart_are_left_out() {
    let left_out = |run: &Run, question| {
        let found = find_all(run, question);
        assert!(found.items.is_empty());
        found.left_out
    };
    let both = |reason| BTreeMap::from([(LeftOut::NotCompared, 1), (reason, 2)]);
    let unchanged = measured(TaskVerdict::Unchanged, (1.0, 2.0), (2.2, 3.0));
    assert_eq!(left_out(&unchanged, Question::Faster), both(LeftOut::Unchanged));
    let near = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.09, 3.0));
    assert_eq!(left_out(&near, Question::Faster), both(LeftOut::RangesOverlap));
    let turned = measured(TaskVerdict::Improved, (1.0, 2.0), (2.2, 3.0));
    assert_eq!(left_out(&turned, Question::Faster), both(LeftOut::RangesOverlap));
    let partly = Run::small().with_times(TaskVerdict::Regressed, [(2, 1.0, 2.0), (1, 2.2, 3.0)]);
    assert_eq!(left_out(&partly, Question::Faster), both(LeftOut::SomeNotMeasured));
    let other_measure = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.2, 3.0));
    let all = BTreeMap::from([(LeftOut::NotCompared, 3)]);
    assert_eq!(left_out(&other_measure, Question::Leaner), all);
}

#[test]
fn samples_are_paired_by_their_repetition_and_not_by_their_place() {
    let mut run = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.2, 3.0));
    // The baseline's first sample of `b` is wrong now: its second one must not take that place.
    let first = run.samples.iter_mut().find(|one| one.task == id("b") && one.side == Side::Baseline);
    first.unwrap().outcome = Some(Outcome::Tampered);
    run = run.with_times(TaskVerdict::Regressed, [(1, 1.0, 2.0), (2, 2.2, 3.0)]);
    let found = find_all(&run, Question::Faster);
    assert_eq!(found.items.len(), 2);
    for (item, shown) in &found.items {
        assert_eq!(item.repetition, 1);
        assert!(shown.iter().all(|code| code.lines().next().unwrap().ends_with(" 1")), "{shown:?}");
    }
}

#[test]
fn a_sample_that_was_not_among_the_measured_ones_is_in_no_pair() {
    let mut run = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.2, 3.0));
    run.report.measuring.as_mut().unwrap().samples = 1;
    for task in &mut run.report.performance_tasks[0].tasks {
        task.baseline.as_mut().unwrap().samples = 1;
        task.candidate.as_mut().unwrap().samples = 1;
    }
    let found = find_all(&run, Question::Faster);
    assert_eq!(found.items.len(), 2);
    assert_eq!(found.left_out.get(&LeftOut::NotMeasured), Some(&1));
}

#[test]
fn without_every_finding_it_is_not_known_which_samples_were_measured() {
    let mut run = measured(TaskVerdict::Regressed, (1.0, 2.0), (2.2, 3.0));
    run.samples.push(sample("b", Side::Baseline, 2, None));
    let found = find_all(&run, Question::Faster);
    assert!(found.items.is_empty());
    assert_eq!(found.left_out.get(&LeftOut::NoFinding), Some(&2));
}
