//! The values of a report that a gate may ask for.

use assay_analyse::{Aspect, Row, Verdict};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use crate::Report;

/// A value by its name in the report, with `.` between the names of nested ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Field {
    /// A row's verdict.
    Verdict,
    /// A row's number; an index into [`ROW_NUMBERS`].
    RowNumber(usize),
    /// A number of the whole report; an index into [`COUNTS`].
    Count(usize),
}

/// A row's number; `None` where it has none.
type RowNumber = (&'static str, fn(&Row) -> Option<f64>);

/// A number of the whole report by its subject and its name.
type Count = (&'static str, &'static str, fn(&Report) -> u64);

/// Numbers of a row.
const ROW_NUMBERS: [RowNumber; 21] = [
    ("difference_percent", |row| judged(row, row.difference_percent)),
    ("difference_percent_paper", |row| judged(row, row.difference_percent_paper)),
    ("interval.low", |row| Some(row.interval[0])),
    ("interval.high", |row| Some(row.interval[1])),
    ("interval_90.low", |row| Some(row.interval_90[0])),
    ("interval_90.high", |row| Some(row.interval_90[1])),
    ("p_value", |row| judged(row, row.p_value)),
    ("p_corrected", |row| judged(row, row.p_corrected)),
    ("effect", |row| judged(row, row.effect)),
    ("margin", |row| Some(row.margin)),
    ("smallest_detectable", |row| judged(row, row.smallest_detectable?)),
    ("shared_mode_share", |row| judged(row, row.shared_mode_share)),
    ("tasks", |row| Some(row.tasks as f64)),
    ("baseline.rate", |row| judged(row, row.baseline.rate)),
    ("baseline.count", |row| Some(row.baseline.count)),
    ("baseline.judged", |row| Some(row.baseline.judged as f64)),
    ("baseline.not_judged", |row| Some(row.baseline.not_judged as f64)),
    ("candidate.rate", |row| judged(row, row.candidate.rate)),
    ("candidate.count", |row| Some(row.candidate.count)),
    ("candidate.judged", |row| Some(row.candidate.judged as f64)),
    ("candidate.not_judged", |row| Some(row.candidate.not_judged as f64)),
];

/// Numbers of the whole report.
const COUNTS: [Count; 11] = [
    ("tasks_lost", "count", |report| report.tasks_lost.len() as u64),
    ("tasks_gained", "count", |report| report.tasks_gained.len() as u64),
    ("tasks_without_score", "count", |report| report.tasks_without_score.len() as u64),
    ("warnings", "count", |report| report.warnings.len() as u64),
    ("benchmark", "tasks", |report| report.benchmark.tasks),
    ("baseline", "samples", |report| report.baseline.samples),
    ("baseline", "refused", |report| report.baseline.refused),
    ("baseline", "lines_not_judged", |report| report.baseline.lines_not_judged),
    ("candidate", "samples", |report| report.candidate.samples),
    ("candidate", "refused", |report| report.candidate.refused),
    ("candidate", "lines_not_judged", |report| report.candidate.lines_not_judged),
];

/// A number that is a placeholder, and no result, in a row without a task that both sides have judged.
fn judged(row: &Row, value: f64) -> Option<f64> {
    (row.tasks > 0).then_some(value)
}

impl Field {
    /// The field of a whole report; `None` if the report as such has nothing of the subject's name.
    pub(super) fn of_report(subject: &str, name: &str) -> Option<Result<Self, String>> {
        let names: Vec<&str> =
            COUNTS.iter().filter(|count| count.0 == subject).map(|count| count.1).collect();
        if names.is_empty() {
            return None;
        }
        let place = COUNTS.iter().position(|count| (count.0, count.1) == (subject, name));
        Some(
            place
                .map(Self::Count)
                .ok_or_else(|| format!("{subject} has no field {name:?}: it has {}", names.join(", "))),
        )
    }

    /// The field of a row.
    pub(super) fn of_row(name: &str) -> Result<Self, String> {
        if name == "verdict" {
            return Ok(Self::Verdict);
        }
        ROW_NUMBERS.iter().position(|number| number.0 == name).map(Self::RowNumber).ok_or_else(|| {
            let names: Vec<&str> = ROW_NUMBERS.iter().map(|number| number.0).collect();
            format!("a row has no field {name:?} for a gate: it has verdict, {}", names.join(", "))
        })
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::RowNumber(place) => ROW_NUMBERS[place].0,
            Self::Count(place) => COUNTS[place].1,
        }
    }

    /// A row's number; `None` where it is null, no number, or not a row's.
    pub(super) fn number_of(self, row: &Row) -> Option<f64> {
        let Self::RowNumber(place) = self else { return None };
        ROW_NUMBERS[place].1(row).filter(|value| !value.is_nan())
    }

    /// A number of the whole report.
    pub(super) fn count_of(self, report: &Report) -> Option<u64> {
        let Self::Count(place) = self else { return None };
        Some(COUNTS[place].2(report))
    }
}

/// What else than rows a subject may be.
pub(super) fn report_subjects() -> Vec<&'static str> {
    let mut names: Vec<&str> = COUNTS.iter().map(|count| count.0).collect();
    names.dedup();
    names
}

/// The names of a row's numbers.
#[cfg(test)]
pub(super) fn row_numbers() -> impl Iterator<Item = &'static str> {
    ROW_NUMBERS.iter().map(|number| number.0)
}

/// The names of the report's numbers.
#[cfg(test)]
pub(super) fn counts() -> impl Iterator<Item = &'static str> {
    COUNTS.iter().map(|count| count.1)
}

/// Whether a name without quotation marks is a subject of its own.
pub(super) fn is_reserved(name: &str) -> bool {
    name == "all" || aspect(name).is_some() || COUNTS.iter().any(|count| count.0 == name)
}

/// Every verdict.
pub(super) const VERDICTS: [Verdict; 4] =
    [Verdict::Regression, Verdict::Improvement, Verdict::NoDifference, Verdict::Inconclusive];

/// The aspect that a word means in the report.
pub(super) fn aspect(word: &str) -> Option<Aspect> {
    let word: StrDeserializer<ValueError> = word.into_deserializer();
    Aspect::deserialize(word).ok()
}
