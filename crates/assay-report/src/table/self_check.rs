//! Each model against itself, a line for each row.

use super::grid::{Grid, number, text};
use super::{LONGEST_LIST, with_rest};
use crate::text::one_line;
use crate::{Report, self_check};

/// Nothing where no self-check was asked for.
pub(super) fn part(report: &Report) -> String {
    let Some(found) = &report.self_check else { return String::new() };
    let lines = self_check::lines(found);
    let header = ["false alarms", "baseline", "over margin", "paper", "candidate", "over margin", "paper"];
    let mut grid = Grid::table(header);
    for line in lines.iter().take(LONGEST_LIST) {
        grid = grid.row([
            text(&one_line(line.name, 120)),
            number(&line.alarms[0]),
            number(&line.over_margin[0]),
            number(&line.by_paper[0]),
            number(&line.alarms[1]),
            number(&line.over_margin[1]),
            number(&line.by_paper[1]),
        ]);
    }
    let above = [self_check::subject(found), self_check::conclusion(found)].join(" ");
    format!(
        "{}\n\n{}\n{}",
        Grid::bare([text(&above)]).draw(),
        with_rest(grid.draw(), lines.len()),
        Grid::bare([text(&self_check::note(found))]).draw()
    )
}
