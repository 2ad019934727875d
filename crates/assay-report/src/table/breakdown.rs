//! The rows of parts of the tasks, below the report's own.

use super::grid::{Grid, number, text};
use super::{LONGEST_LIST, with_rest};
use crate::text::one_line;
use crate::{Report, words};

/// Nothing where no breakdown was asked for.
pub(super) fn part(report: &Report) -> String {
    let rows = &report.breakdown;
    if rows.is_empty() {
        return String::new();
    }
    let header = ["part", "tasks", "baseline", "candidate", "change", "95 % interval", "p", "verdict"];
    let mut grid = Grid::table(header);
    for row in rows.iter().take(LONGEST_LIST) {
        let [low, high] = row.interval;
        let rate = |rate: f64| number(&if row.tasks == 0 { "-".into() } else { words::percent(rate) });
        grid = grid.row([
            text(&one_line(&words::part_name(row, report), 120)),
            number(&words::grouped(row.tasks)),
            rate(row.baseline.rate),
            rate(row.candidate.rate),
            number(&words::signed(row.difference_percent)),
            number(&format!("{} to {}", words::signed(low), words::signed(high)).replace(' ', "\u{a0}")),
            number(words::p_relation(row.p_corrected).trim_start_matches("= ")),
            number(&words::verdict(row.verdict).replace(' ', "\u{a0}")),
        ]);
    }
    let note = words::breakdown_note(rows.len());
    format!("{}\n{}", with_rest(grid.draw(), rows.len()), Grid::bare([text(&note)]).draw())
}
