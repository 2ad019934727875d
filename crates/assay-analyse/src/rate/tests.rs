use super::*;
use crate::input::{RateCheck, SideFindings, TaskFindings};
use assay_types::{Aspect, FailCause, Outcome, TaskId};
use proptest::prelude::*;

const WRONG: Outcome = Outcome::Fail { cause: FailCause::WrongAnswer };

fn side(passes: usize, of: usize) -> Vec<Outcome> {
    (0..of).map(|place| if place < passes { Outcome::Pass } else { WRONG }).collect()
}

fn input(tasks: &[(usize, usize)], of: usize) -> Input {
    let tasks = tasks.iter().enumerate().map(|(place, (baseline, candidate))| TaskFindings {
        shared_mode: false,
        task: TaskId::new(&format!("t/{place}")).unwrap(),
        baseline: SideFindings::of_outcomes(side(*baseline, of)),
        candidate: SideFindings::of_outcomes(side(*candidate, of)),
    });
    let tasks: Vec<TaskFindings> = tasks.collect();
    Input {
        checks: vec![RateCheck::incorrect_code()],
        benchmark_tasks: tasks.len() as u64,
        tasks,
        ..Input::default()
    }
}

fn row(input: &Input) -> Row {
    rows(input, &Settings::default()).remove(0)
}

#[test]
fn fewer_passes_everywhere_are_a_regression() {
    let row = row(&input(&[(10, 3); 20], 10));
    assert_eq!((row.verdict, row.difference_percent), (Verdict::Regression, -70.0));
    assert_eq!((row.baseline.count, row.candidate.count), (0.0, 14.0));
}

#[test]
fn more_passes_everywhere_are_an_improvement() {
    assert_eq!(row(&input(&[(3, 10); 20], 10)).verdict, Verdict::Improvement);
}

#[test]
fn equal_sides_on_many_tasks_show_no_difference() {
    assert_eq!(row(&input(&[(10, 10); 200], 10)).verdict, Verdict::NoDifference);
}

#[test]
fn equal_sides_on_few_tasks_cannot_rule_a_difference_out() {
    assert_eq!(row(&input(&[(10, 10); 20], 10)).verdict, Verdict::Inconclusive);
}

#[test]
fn six_tasks_that_all_move_the_same_way_are_just_enough() {
    let row = row(&input(&[(9, 3), (9, 4), (10, 7), (9, 2), (10, 8), (10, 7)], 10));
    assert_eq!((row.verdict, row.p_value), (Verdict::Regression, 0.03125));
}

#[test]
fn our_own_faults_make_a_row_inconclusive_not_worse() {
    let mut broken = input(&[(10, 10); 20], 10);
    broken.tasks[0].candidate = SideFindings::of_outcomes(vec![Outcome::Infrastructure; 10]);
    let row = row(&broken);
    assert_eq!(row.verdict, Verdict::Inconclusive);
    assert!(row.reason.starts_with("10 of the candidate's 200"), "{}", row.reason);
}

#[test]
fn a_row_says_which_share_of_its_tasks_ran_in_shared_mode() {
    let mut mixed = input(&[(10, 10); 4], 10);
    mixed.tasks[1].shared_mode = true;
    assert!((row(&mixed).shared_mode_share - 0.25).abs() < 1e-9);
}

#[test]
fn an_input_without_tasks_is_inconclusive() {
    assert_eq!(row(&input(&[], 10)).verdict, Verdict::Inconclusive);
}

#[test]
fn the_paper_divides_by_all_tasks_of_the_benchmark() {
    let mut half_asked = input(&[(10, 0), (10, 10)], 10);
    half_asked.benchmark_tasks = 4;
    assert!((row(&half_asked).difference_percent_paper + 25.0).abs() < 1e-9);
}

#[test]
fn a_task_that_only_one_side_answers_counts_for_neither() {
    let mut uneven = input(&[(10, 0), (10, 10)], 10);
    uneven.tasks[1].candidate = SideFindings::of_outcomes(Vec::new());
    let row = row(&uneven);
    assert_eq!(row.tasks, 1);
    assert!((row.difference_percent_paper + 50.0).abs() < 1e-9);
    assert!(row.reason.starts_with("10 of the candidate's 20"), "{}", row.reason);
}

#[test]
fn a_stray_extra_sample_does_not_make_the_others_missing() {
    let mut stray = input(&[(10, 3); 20], 10);
    stray.tasks[0].baseline = SideFindings::of_outcomes(side(10, 11));
    assert_eq!(row(&stray).verdict, Verdict::Regression);
}

/// Ten samples of a check that says nothing about some of them.
fn static_side(flagged: u32, not_judged: u32, lost: u32) -> SideFindings {
    let clean = 10 - flagged - not_judged - lost;
    SideFindings { outcomes: Vec::new(), tallies: vec![Tally { flagged, clean, not_judged, lost }] }
}

fn static_row(sides: &[SideFindings; 2]) -> Row {
    let name = "unnecessary_else".to_owned();
    let checks = vec![RateCheck { aspect: Aspect::Maintainability, name, margin: None }];
    let tasks = (0..20).map(|place| TaskFindings {
        shared_mode: false,
        task: TaskId::new(&format!("t/{place}")).unwrap(),
        baseline: sides[0].clone(),
        candidate: sides[1].clone(),
    });
    row(&Input { checks, tasks: tasks.collect(), benchmark_tasks: 20, ..Input::default() })
}

#[test]
fn rates_are_of_judged_samples_and_the_papers_count_is_of_all() {
    let row = static_row(&[static_side(2, 0, 0), static_side(2, 5, 0)]);
    assert_eq!((row.baseline.rate, row.candidate.rate), (0.2, 0.4));
    assert_eq!((row.baseline.count, row.candidate.count), (4.0, 4.0));
    assert_eq!((row.difference_percent, row.difference_percent_paper), (-20.0, 0.0));
    let Rate { flagged, judged, not_judged, .. } = row.candidate;
    assert_eq!((flagged, judged, not_judged), (40, 100, 100));
}

#[test]
fn code_that_does_not_parse_is_no_loss_and_analyses_that_fail_are() {
    assert_eq!(static_row(&[static_side(0, 0, 0), static_side(5, 5, 0)]).verdict, Verdict::Regression);
    let row = static_row(&[static_side(0, 0, 0), static_side(5, 0, 5)]);
    assert_eq!(row.verdict, Verdict::Inconclusive);
    assert!(row.reason.starts_with("100 of the candidate's 200"), "{}", row.reason);
}

#[test]
fn a_check_may_have_a_margin_of_its_own() {
    let mut wide = input(&[(10, 9); 100], 10);
    wide.checks[0].margin = Some(0.2);
    let row = row(&wide);
    assert_eq!((row.margin, row.verdict), (20.0, Verdict::NoDifference));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn the_order_of_repetitions_changes_nothing(
        tasks in prop::collection::vec((0usize..=5, 0usize..=5), 1..12), turn in 0usize..5
    ) {
        let straight = input(&tasks, 5);
        let mut turned = straight.clone();
        for task in &mut turned.tasks {
            task.baseline.outcomes.rotate_left(turn);
            task.candidate.outcomes.reverse();
            task.baseline = SideFindings::of_outcomes(task.baseline.outcomes.clone());
            task.candidate = SideFindings::of_outcomes(task.candidate.outcomes.clone());
        }
        prop_assert_eq!(row(&straight), row(&turned));
    }
}
