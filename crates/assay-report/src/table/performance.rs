//! The performance rows, and the tasks that changed. At most 80 columns, so that a plain terminal does not wrap them.

use assay_analyse::{PerformanceTasks, TaskVerdict};

use super::grid::{Grid, number, text};
use super::{LONGEST_LIST, with_rest};
use crate::text::one_line;
use crate::words::{self, performance};
use crate::{AnyRow, Report};

/// The widest line here.
const COLUMNS: u16 = 80;

/// The longest name of a task.
const LONGEST_NAME: usize = 34;

/// The rows; nothing where nothing was measured.
pub(super) fn numbers(report: &Report) -> String {
    let rows = &report.rows.performance;
    if rows.is_empty() {
        return String::new();
    }
    let mut grid = Grid::table(["measured", "times", "95 % interval", "p", "detects", "worse", "better"]);
    for row in rows {
        let ratio = |of: fn([f64; 3]) -> String| number(&row.ratio.map_or("-".into(), of));
        grid = grid.row([
            text(AnyRow::Performance(row).check()),
            ratio(|ratio| performance::times(ratio[1])),
            ratio(|[low, _, high]| performance::range([low, high])),
            number(words::p_relation(row.p_corrected).trim_start_matches("= ")),
            number(&row.smallest_detectable.map_or("-".into(), performance::times)),
            number(&words::grouped(row.tasks_regressed)),
            number(&words::grouped(row.tasks_improved)),
        ]);
    }
    let mut notes = Grid::bare([text(
        "Times: what the candidate's correct samples take ÷ what the baseline's take, geometric mean over tasks; \
         above 1 is worse. A true ratio as large as \"detects\" would be found four times in five. Worse, better: \
         tasks that changed by at least 5 %, and not by chance.",
    )]);
    for row in rows {
        let sentence = format!("{}: {}.", row.check.name(), performance::tasks(row));
        notes = notes.row([text(&sentence)]);
    }
    format!("{}\n{}", grid.within(COLUMNS).draw(), notes.within(COLUMNS).draw())
}

/// The tasks of a measure that changed; nothing where none did.
pub(super) fn changed(report: &Report) -> String {
    let parts: Vec<String> = report.performance_tasks.iter().filter_map(changed_of).collect();
    parts.join("\n\n")
}

fn changed_of(measured: &PerformanceTasks) -> Option<String> {
    let all = performance::by_change(&measured.tasks);
    let changed: Vec<_> =
        all.into_iter().filter(|(task, _)| task.verdict != Some(TaskVerdict::Unchanged)).collect();
    if changed.is_empty() {
        return None;
    }
    let header = [measured.check.name(), "baseline", "candidate", "times", "q"];
    let mut grid = Grid::table(header);
    for (task, ratio) in changed.iter().take(LONGEST_LIST) {
        let median = |side: Option<assay_analyse::MeasuredSide>| {
            let median = side.and_then(|side| side.five_numbers).map(|five| five[2]);
            let shown = median.map_or("-".into(), |value| performance::value(measured.check, value));
            number(&shown.replace(' ', "\u{a0}"))
        };
        let name = one_line(task.id.as_str(), LONGEST_NAME);
        let name = if task.whole_test { format!("{name} (whole test)") } else { name };
        grid = grid.row([
            text(&name),
            median(task.baseline),
            median(task.candidate),
            number(&performance::times(*ratio)),
            number(words::p_relation(task.q_value.unwrap_or(1.0)).trim_start_matches("= ")),
        ]);
    }
    Some(with_rest(grid.within(COLUMNS).draw(), changed.len()))
}
