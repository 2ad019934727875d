//! The comparison broken down by parts of the tasks: by difficulty, by tag.
//!
//! A breakdown is a second look at the same samples, asked for by whoever reads the report. Its rows are corrected
//! among themselves (Holm) and kept apart from the report's own: asking for one never moves a verdict of the report,
//! and a part's verdict is no stronger for the report having fewer rows.

use std::collections::HashSet;

use assay_types::{Digest, TaskId};

use crate::comparison::Row;
use crate::input::{Input, Settings};
use crate::rate;

/// A part of a benchmark's tasks. Parts may share tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What its tasks have in common, such as `difficulty: hard`.
    pub name: String,
    /// Its tasks: all that the benchmark has of them.
    pub tasks: Vec<TaskId>,
}

/// One row per part and check, in the order of the parts. A row's `category` is the part's name, and the paper's
/// percentage divides by the part's tasks.
#[must_use]
pub fn breakdown(input: &Input, parts: &[Part], settings: &Settings) -> Vec<Row> {
    let inputs: Vec<(Input, u64)> = parts
        .iter()
        .map(|part| {
            let belongs: HashSet<&TaskId> = part.tasks.iter().collect();
            let tasks = input.tasks.iter().filter(|task| belongs.contains(&task.task)).cloned().collect();
            let benchmark_tasks = part.tasks.len() as u64;
            let input = Input { checks: input.checks.clone(), tasks, benchmark_tasks, ..Input::default() };
            (input, seed(settings.seed, &part.name))
        })
        .collect();
    let mut rows = rate::rows_of_parts(&inputs, settings);
    let checks = input.checks.len();
    for (row, part) in rows.iter_mut().zip(parts.iter().flat_map(|part| std::iter::repeat_n(part, checks))) {
        row.category = Some(part.name.clone());
    }
    rows
}

/// A seed of its own for each part, so that another part beside it does not move its numbers.
fn seed(seed: u64, name: &str) -> u64 {
    let digest = Digest::of_parts(&[seed.to_le_bytes().as_slice(), name.as_bytes()]);
    digest.as_bytes()[..8].iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RateCheck, SideFindings, TaskFindings, Verdict, compare};
    use assay_types::{FailCause, Outcome};

    fn id(number: usize) -> TaskId {
        TaskId::new(&format!("t{number}")).unwrap()
    }

    /// Forty tasks of ten samples: the candidate fails the first twenty, and passes the others as the baseline does.
    fn input() -> Input {
        let tasks = (0..40).map(|number| TaskFindings {
            task: id(number),
            shared_mode: false,
            baseline: SideFindings::of_outcomes(vec![Outcome::Pass; 10]),
            candidate: SideFindings::of_outcomes(if number < 20 {
                vec![Outcome::Fail { cause: FailCause::WrongAnswer }; 10]
            } else {
                vec![Outcome::Pass; 10]
            }),
        });
        Input {
            checks: vec![RateCheck::incorrect_code()],
            tasks: tasks.collect(),
            benchmark_tasks: 40,
            ..Input::default()
        }
    }

    fn part(name: &str, tasks: std::ops::Range<usize>) -> Part {
        Part { name: name.to_owned(), tasks: tasks.map(id).collect() }
    }

    #[test]
    fn a_part_that_got_worse_is_told_from_one_that_did_not() {
        let rows = breakdown(&input(), &[part("a", 0..20), part("b", 20..40)], &Settings::default());
        let told: Vec<(Option<&str>, u64, Verdict, f64)> = rows
            .iter()
            .map(|row| (row.category.as_deref(), row.tasks, row.verdict, row.difference_percent))
            .collect();
        assert_eq!(
            told,
            [(Some("a"), 20, Verdict::Regression, -100.0), (Some("b"), 20, Verdict::Inconclusive, 0.0)]
        );
    }

    #[test]
    fn asking_for_a_breakdown_moves_no_row_of_the_report_and_a_part_moves_no_other_but_by_correction() {
        let settings = Settings::default();
        let before = compare(&input(), &settings);
        let alone = breakdown(&input(), &[part("a", 10..25)], &settings);
        let among: Vec<Part> =
            (0..10).map(|n| part(&format!("p{n}"), n..n + 12)).chain([part("a", 10..25)]).collect();
        let together = breakdown(&input(), &among, &settings);
        assert_eq!(compare(&input(), &settings), before);
        let (one, other) = (&alone[0], together.last().unwrap());
        assert_eq!((one.interval, one.p_value), (other.interval, other.p_value));
        assert!(other.p_corrected > one.p_corrected);
        assert!(other.smallest_detectable > one.smallest_detectable);
    }

    #[test]
    fn the_whole_as_one_part_is_the_reports_row_but_for_its_name_and_random_numbers() {
        let row = breakdown(&input(), &[part("all", 0..40)], &Settings::default()).remove(0);
        let whole = compare(&input(), &Settings::default()).rows.remove(0);
        assert_eq!((row.p_value, row.verdict, row.difference_percent), (whole.p_value, whole.verdict, -50.0));
        assert!((row.difference_percent_paper - whole.difference_percent_paper).abs() < 1e-9);
    }

    #[test]
    fn a_part_of_which_nothing_was_answered_is_inconclusive() {
        let row = breakdown(&input(), &[part("other", 50..52)], &Settings::default()).remove(0);
        assert_eq!((row.tasks, row.verdict), (0, Verdict::Inconclusive));
    }
}
