//! Cyclomatic complexity and maintainability index of both sides.

use super::grid::{Grid, number, text};
use crate::complexity::{COLUMNS, HEADING, lines, note};
use crate::{Report, words};

/// Nothing where they were not asked for.
pub(super) fn part(report: &Report) -> String {
    let Some(complexity) = &report.complexity else { return String::new() };
    let lines = lines(complexity);
    let heading = format!(" {}", HEADING.replace('’', "'"));
    let note = Grid::bare([text(&words::unbroken(&note(complexity)))]).draw();
    if lines.is_empty() {
        return format!("{heading}\n{note}");
    }
    let [first, second] = COLUMNS;
    let mut grid = Grid::table(["of pairs of samples", first, second]);
    for (words, [complexity, index]) in lines {
        grid = grid.row([text(&words.replace('’', "'")), number(&complexity), number(&index)]);
    }
    format!("{heading}\n\n{}\n{note}", grid.draw())
}
