//! Correctness beside the row `incorrect_code`.

use super::grid::{Grid, number, text};
use crate::correctness::{NOTE, lines, reasons};
use crate::text::one_line;
use crate::{Report, words};

/// Nothing where no test ran.
pub(super) fn part(report: &Report) -> String {
    let lines = lines(report);
    if lines.is_empty() {
        return String::new();
    }
    let header =
        ["correctness", "baseline", "95 % interval", "candidate", "95 % interval", "change", "95 % interval"];
    let mut grid = Grid::table(header);
    for line in &lines {
        let cell = |content: Option<&String>| number(content.map_or("", String::as_str));
        let value = |content: Option<&String>| number(content.map_or("-", String::as_str));
        grid = grid.row([
            text(&line.name),
            value(line.baseline.value.as_ref()),
            cell(line.baseline.interval.as_ref()),
            value(line.candidate.value.as_ref()),
            cell(line.candidate.interval.as_ref()),
            cell(line.change.as_ref().map(|change| &change[0])),
            cell(line.change.as_ref().map(|change| &change[1])),
        ]);
    }
    let below = reasons(&lines).into_iter().fold(NOTE.to_owned(), |text, reason| format!("{text} {reason}"));
    format!("{}\n{}", grid.draw(), Grid::bare([text(&words::unbroken(&one_line(&below, 1000)))]).draw())
}
