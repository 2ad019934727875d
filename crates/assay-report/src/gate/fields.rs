//! The values of a report that a gate may ask for.

use assay_analyse::{Aspect, PerformanceRow, Row, Verdict};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use crate::{AnyRow, Report};

/// A value by its name in the report, with `.` between the names of nested ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Field {
    /// A row's verdict.
    Verdict,
    /// A row's number, by its name.
    RowNumber(&'static str),
    /// A number of the whole report; an index into [`COUNTS`].
    Count(usize),
}

/// A row's number by its name; `None` where it has none.
type Number<Row> = (&'static str, fn(&Row) -> Option<f64>);

/// A number of the whole report by its subject and its name.
type Count = (&'static str, &'static str, fn(&Report) -> u64);

/// Numbers of a rate row.
const RATE_NUMBERS: [Number<Row>; 21] = [
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

/// Numbers of a performance row.
const PERFORMANCE_NUMBERS: [Number<PerformanceRow>; 21] = [
    ("ratio.low", |row| Some(row.ratio?[0])),
    ("ratio.point", |row| Some(row.ratio?[1])),
    ("ratio.high", |row| Some(row.ratio?[2])),
    ("ratio_90.low", |row| Some(row.ratio_90?[0])),
    ("ratio_90.high", |row| Some(row.ratio_90?[1])),
    ("p_value", |row| row.ratio.map(|_| row.p_value)),
    ("p_corrected", |row| row.ratio.map(|_| row.p_corrected)),
    ("margin", |row| Some(row.margin)),
    ("smallest_detectable", |row| row.smallest_detectable),
    ("tasks", |row| Some(row.tasks as f64)),
    ("tasks_compared", |row| Some(row.tasks_compared as f64)),
    ("tasks_equal", |row| Some(row.tasks_equal as f64)),
    ("tasks_too_few", |row| Some(row.tasks_too_few as f64)),
    ("tasks_improved", |row| Some(row.tasks_improved as f64)),
    ("tasks_regressed", |row| Some(row.tasks_regressed as f64)),
    ("improved_percent_paper", |row| Some(row.improved_percent_paper)),
    ("regressed_percent_paper", |row| Some(row.regressed_percent_paper)),
    ("compared_share", |row| Some(row.compared_share)),
    ("whole_test_share", |row| Some(row.whole_test_share)),
    ("noise", |row| Some(row.noise)),
    ("resolution", |row| Some(row.resolution)),
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
        rate_numbers().chain(performance_numbers()).find(|number| *number == name).map(Self::RowNumber).ok_or_else(
            || {
                let names = |names: Vec<&'static str>| names.join(", ");
                format!(
                    "a row has no field {name:?} for a gate: it has verdict, {}; a performance row has verdict, {}",
                    names(rate_numbers().collect()),
                    names(performance_numbers().collect()),
                )
            },
        )
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::RowNumber(name) => name,
            Self::Count(place) => COUNTS[place].1,
        }
    }

    /// A row's number; `None` where it is null, no number, or not a row's.
    pub(super) fn number_of(self, row: AnyRow<'_>) -> Option<f64> {
        let number = match row {
            AnyRow::Rate(row) => RATE_NUMBERS.iter().find(|number| self.is_named(number.0))?.1(row),
            AnyRow::Performance(row) => {
                PERFORMANCE_NUMBERS.iter().find(|number| self.is_named(number.0))?.1(row)
            }
        };
        number.filter(|value| !value.is_nan())
    }

    /// What is wrong with asking this of a row of such a kind, if anything is.
    pub(super) fn problem_with(self, row: AnyRow<'_>, subject: &str) -> Option<String> {
        let Self::RowNumber(name) = self else { return None };
        let names: Vec<&str> = match row {
            AnyRow::Rate(_) => rate_numbers().collect(),
            AnyRow::Performance(_) => performance_numbers().collect(),
        };
        (!names.contains(&name))
            .then(|| format!("{subject} has no field {name:?}: it has verdict, {}", names.join(", ")))
    }

    fn is_named(self, name: &str) -> bool {
        matches!(self, Self::RowNumber(own) if own == name)
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

/// The names of a rate row's numbers.
pub(super) fn rate_numbers() -> impl Iterator<Item = &'static str> {
    RATE_NUMBERS.iter().map(|number| number.0)
}

/// The names of a performance row's numbers.
pub(super) fn performance_numbers() -> impl Iterator<Item = &'static str> {
    PERFORMANCE_NUMBERS.iter().map(|number| number.0)
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
