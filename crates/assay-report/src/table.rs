//! `table`: the report for a terminal, in at most 100 columns.

use assay_analyse::Verdict;
use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, LineStyle, TableStyle};

use crate::format::{Format, FormatError};
use crate::gate::GateResult;
use crate::text::one_line;
use crate::{ChangedTask, Report, asked, table_one_text, words};

mod breakdown;
mod complexity;
mod correctness;
mod distribution;
mod grid;
mod performance;
mod self_check;

use grid::{Grid, number, text};

/// The widest line.
const COLUMNS: u16 = 100;

/// The longest list; report.json and the page hold the rest.
const LONGEST_LIST: usize = 30;

/// Whether the verdicts are coloured. Their words stay: colour never says anything alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    Never,
    /// Escape sequences for red and green.
    Always,
}

/// The report as text.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Whether verdicts are coloured.
    pub colour: Colour,
}

impl Table {
    /// Without colour.
    pub const PLAIN: Self = Self { colour: Colour::Never };
    /// With colour, for a terminal.
    pub const COLOURED: Self = Self { colour: Colour::Always };
}

impl Format for Table {
    fn name(&self) -> &'static str {
        "table"
    }

    fn media_type(&self) -> &'static str {
        "text/plain"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        let parts = [
            title(report),
            verdicts(report, self.colour),
            warnings(report),
            numbers(report),
            performance::numbers(report),
            correctness::part(report),
            breakdown::part(report),
            changed(
                "Tasks lost: at least half of the baseline's samples pass, and fewer than half of the candidate's.",
                &report.tasks_lost,
            ),
            changed(
                "Tasks gained: at least half of the candidate's samples pass, and fewer than half of the baseline's.",
                &report.tasks_gained,
            ),
            performance::changed(report),
            distribution::part(report),
            self_check::part(report),
            table_one_text(&[report]).unwrap_or_default(),
            outcomes(report),
            complexity::part(report),
            how_asked(report),
            without_score(report),
            next_step(report),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Ok((parts.join("\n\n") + "\n").into_bytes())
    }

    fn render_with_gate(&self, report: &Report, gate: &GateResult) -> Result<Vec<u8>, FormatError> {
        let mut drawn = self.render(report)?;
        drawn.push(b'\n');
        drawn.extend(gate.text().into_bytes());
        Ok(drawn)
    }
}

fn title(report: &Report) -> String {
    let benchmark = &report.benchmark;
    let first =
        format!("{} against {}", one_line(&report.candidate.name, 60), one_line(&report.baseline.name, 60));
    let second = format!(
        "{} {}: {} tasks, {} samples of the candidate, {} of the baseline",
        one_line(&benchmark.name, 60),
        one_line(&benchmark.version, 30),
        words::grouped(benchmark.tasks),
        words::grouped(report.candidate.samples),
        words::grouped(report.baseline.samples),
    );
    Grid::bare([text(&first)]).row([text(&second)]).draw()
}

fn verdicts(report: &Report, colour: Colour) -> String {
    if report.rows.is_empty() {
        return "No check was compared.".into();
    }
    let mut grid = Grid::hanging(colour);
    for row in report.rows.iter() {
        let verdict = row.verdict();
        let badge = words::verdict(verdict).to_uppercase();
        let badge = match (colour, verdict) {
            (Colour::Always, Verdict::Regression) => {
                Cell::new(badge).fg(Color::Red).add_attribute(Attribute::Bold)
            }
            (Colour::Always, Verdict::Improvement) => {
                Cell::new(badge).fg(Color::Green).add_attribute(Attribute::Bold)
            }
            _ => Cell::new(badge),
        };
        let paragraph =
            [one_line(&words::any_row_name(row), 120), one_line(&words::any_sentence(row), 1000)].join("\n");
        grid = grid.row([badge, text(&words::unbroken(&paragraph))]);
    }
    grid.draw()
}

fn warnings(report: &Report) -> String {
    if report.warnings.is_empty() {
        return String::new();
    }
    let mut grid = Grid::hanging(Colour::Never);
    for warning in report.warnings.iter().take(LONGEST_LIST) {
        let sentence = format!("{} ({})", warning.message, warning.code);
        grid = grid.row([Cell::new("warning"), text(&one_line(&sentence, 1000))]);
    }
    with_rest(grid.draw(), report.warnings.len())
}

fn numbers(report: &Report) -> String {
    if report.rows.rate.is_empty() {
        return String::new();
    }
    let header = ["check", "baseline", "candidate", "change", "95 % interval", "p", "detects"];
    let mut grid = Grid::table(header);
    for row in &report.rows.rate {
        let [low, high] = row.interval;
        let rate = |rate: f64| number(&if row.tasks == 0 { "-".into() } else { words::percent(rate) });
        grid = grid.row([
            text(&one_line(&words::row_name(row), 120)),
            rate(row.baseline.rate),
            rate(row.candidate.rate),
            number(&words::signed(row.difference_percent)),
            number(&format!("{} to {}", words::signed(low), words::signed(high))),
            number(words::p_relation(row.p_corrected).trim_start_matches("= ")),
            number(&row.smallest_detectable.map_or("-".into(), |points| format!("{points:.1}"))),
        ]);
    }
    let note = format!(
        "Rates are of samples that {}. Changes are in points; positive: the candidate improves. p is corrected \
         for the number of rows. A true change as large as \"detects\" would be found four times in five.",
        words::flagged_by(&report.rows.rate),
    );
    let table = grid.draw();
    format!("{table}\n{}", Grid::bare([text(&note)]).draw())
}

fn changed(heading: &str, tasks: &[ChangedTask]) -> String {
    if tasks.is_empty() {
        return String::new();
    }
    let mut grid = Grid::table(["task", "baseline passes", "candidate passes", "change"]);
    for task in tasks.iter().take(LONGEST_LIST) {
        grid = grid.row([
            text(&one_line(task.id.as_str(), 200)),
            number(&words::percent(task.baseline)),
            number(&words::percent(task.candidate)),
            number(&words::signed(100.0 * (task.candidate - task.baseline))),
        ]);
    }
    format!(" {heading}\n\n{}", with_rest(grid.draw(), tasks.len()))
}

fn outcomes(report: &Report) -> String {
    let counts = words::outcome_counts(report);
    if counts.is_empty() {
        return String::new();
    }
    let total = |side: fn(&(&str, u64, u64)) -> u64| counts.iter().map(side).sum::<u64>().max(1) as f64;
    let (all_baseline, all_candidate) = (total(|count| count.1), total(|count| count.2));
    let mut grid = Grid::table(["outcome of the samples", "baseline", "", "candidate", ""]);
    for (name, baseline, candidate) in counts.iter().take(LONGEST_LIST) {
        grid = grid.row([
            text(&one_line(&words::outcome(name), 120)),
            number(&baseline.to_string()),
            number(&words::percent(*baseline as f64 / all_baseline)),
            number(&candidate.to_string()),
            number(&words::percent(*candidate as f64 / all_candidate)),
        ]);
    }
    with_rest(grid.draw(), counts.len())
}

/// How models were asked, where assay asked them.
fn how_asked(report: &Report) -> String {
    let Some(by) = asked::asked(report) else { return String::new() };
    let mut grid = Grid::hanging(Colour::Never);
    for (side, facts) in asked::sides(report) {
        let facts: Vec<String> =
            facts.iter().map(|(words, fact)| format!("{words}: {}", one_line(fact, 200))).collect();
        grid = grid.row([text(side), text(&facts.join("\n"))]);
    }
    format!("{}\n{}", Grid::bare([text(&by.sentence())]).draw(), grid.draw())
}

fn without_score(report: &Report) -> String {
    let tasks = &report.tasks_without_score;
    if tasks.is_empty() {
        return String::new();
    }
    let mut grid = Grid::table(["task without score here", "reason"]);
    for task in tasks.iter().take(LONGEST_LIST) {
        grid = grid.row([
            text(&one_line(task.id.as_str(), 200)),
            text(&one_line(&words::outcome(&task.reason), 200)),
        ]);
    }
    with_rest(grid.draw(), tasks.len())
}

/// A table of so many columns, of which those from `numbers` on are numbers, with a paragraph below it.
pub(crate) fn table_of(head: Vec<String>, rows: Vec<Vec<String>>, numbers: usize, below: &str) -> String {
    let table = rows.into_iter().fold(Grid::wide(head, numbers), |grid, row| grid.cells(row, numbers)).draw();
    format!("{table}\n{}", Grid::bare([text(below)]).draw())
}

/// What to do with this, in a line.
fn next_step(report: &Report) -> String {
    let has = |verdict| report.rows.with_verdict(verdict) > 0;
    let mut steps = Vec::new();
    if has(Verdict::Regression) && !report.tasks_lost.is_empty() {
        steps.push("Next: read the lost tasks side by side in report.html.");
    }
    if has(Verdict::Inconclusive) && report.rows.iter().any(|row| row.tasks() > 0) {
        steps.push("To settle what is inconclusive, compare more tasks or more samples per task.");
    }
    let Some((first, rest)) = steps.split_first() else { return String::new() };
    rest.iter().fold(Grid::bare([text(first)]), |grid, step| grid.row([text(step)])).draw()
}

/// The list, and how many entries it leaves out.
fn with_rest(list: String, all: usize) -> String {
    match all.saturating_sub(LONGEST_LIST) {
        0 => list,
        more => format!("{list}\n … and {more} more: report.json has all"),
    }
}

#[cfg(test)]
mod tests;
