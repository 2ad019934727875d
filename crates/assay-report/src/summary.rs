//! Several candidates against one baseline, a column each.

use crate::table::table_of;
use crate::text::one_line;
use crate::{AnyRow, Report, words};

/// The longest name of a model in the head of a column.
const LONGEST_NAME: usize = 24;

/// Every row's verdict and difference for each report, for a terminal. Nothing where there is only one report: its own table
/// says as much.
#[must_use]
pub fn summary_text(reports: &[&Report]) -> Option<String> {
    let [first, _, ..] = reports else { return None };
    let mut names: Vec<String> = Vec::new();
    for row in reports.iter().flat_map(|report| report.rows.iter()).map(name_of) {
        if !names.contains(&row) {
            names.push(row);
        }
    }
    let cell = |report: &Report, name: &String| {
        let row = report.rows.iter().find(|row| name_of(*row) == *name);
        row.map_or_else(|| "-".to_owned(), |row| format!("{} {}", words::verdict(row.verdict()), change(row)))
    };
    let head = ["check".to_owned()]
        .into_iter()
        .chain(reports.iter().map(|report| one_line(&report.candidate.name, LONGEST_NAME)));
    let rows = names.iter().map(|name| {
        [one_line(name, 120)].into_iter().chain(reports.iter().map(|report| cell(report, name))).collect()
    });
    let below = format!(
        "All candidates against {}: verdict, and change in points; positive: the candidate improves; of time and memory, how many times as much the candidate \
         takes. Each candidate's p-values \
         are corrected for its own rows alone.",
        one_line(&first.baseline.name, 60)
    );
    Some(table_of(head.collect(), rows.collect(), 1, &below))
}

fn name_of(row: AnyRow<'_>) -> String {
    match row {
        AnyRow::Rate(row) => words::row_name(row),
        AnyRow::Performance(row) => row.check.name().to_owned(),
    }
}

/// Points of a rate row, times of a performance row.
fn change(row: AnyRow<'_>) -> String {
    match row {
        AnyRow::Rate(row) => words::signed(row.difference_percent),
        AnyRow::Performance(row) => row.ratio.map_or_else(
            || "–".to_owned(),
            |[_, ratio, _]| format!("{} times", words::performance::times(ratio)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn every_candidate_is_a_column() {
        let (one, mut other) = (fixtures::many_rows(), fixtures::regression());
        other.candidate.name = "merged".to_owned();
        insta::assert_snapshot!(summary_text(&[&one, &other]).unwrap());
    }

    #[test]
    fn one_candidate_has_no_summary() {
        assert_eq!(summary_text(&[&fixtures::regression()]), None);
        assert_eq!(summary_text(&[]), None);
    }
}
