//! `csv`: the rows for a spreadsheet or a data frame, as RFC 4180 has it.

use assay_analyse::{PerformanceRow, Row};

use crate::format::{Format, FormatError};
use crate::text::{escape_where, one_line, opens_tag};
use crate::words::word;
use crate::{AnyRow, Report};

/// One line for each row, first those of `rows`, then those of `breakdown`; rate rows and performance rows have some columns
/// each to themselves. Numbers are as in `report.json`; what is null
/// there is empty here.
///
/// A text that a spreadsheet would take for a formula has an apostrophe before it, which makes it text there; so has one after a
/// semicolon, where a spreadsheet that separates by semicolons begins a cell.
#[derive(Debug, Clone, Copy)]
pub struct Csv;

/// What begins a formula; the full-width forms do to some spreadsheets. Spaces and quotation marks before it may be dropped.
const FORMULA_MARKS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The name of a column, and its cell of a row; empty where a row of that kind has no such number.
type Column = (&'static str, fn(AnyRow) -> String);

/// Columns after the first, which says which list of the report a row is in.
const COLUMNS: [Column; 42] = [
    ("aspect", |row| word(&row.aspect())),
    ("check", |row| text(row.check())),
    ("category", |row| row.category().map_or_else(String::new, text)),
    ("verdict", |row| word(&row.verdict())),
    ("difference_percent", |row| rate(row, |row| number(row.difference_percent))),
    ("difference_percent_paper", |row| rate(row, |row| number(row.difference_percent_paper))),
    ("interval_low", |row| rate(row, |row| number(row.interval[0]))),
    ("interval_high", |row| rate(row, |row| number(row.interval[1]))),
    ("interval_90_low", |row| rate(row, |row| number(row.interval_90[0]))),
    ("interval_90_high", |row| rate(row, |row| number(row.interval_90[1]))),
    ("p_value", |row| both(row, |row| number(row.p_value), |row| number(row.p_value))),
    ("p_corrected", |row| both(row, |row| number(row.p_corrected), |row| number(row.p_corrected))),
    ("effect", |row| rate(row, |row| number(row.effect))),
    ("margin", |row| both(row, |row| number(row.margin), |row| number(row.margin))),
    ("smallest_detectable", |row| {
        both(row, |row| optional(row.smallest_detectable), |row| optional(row.smallest_detectable))
    }),
    ("shared_mode_share", |row| rate(row, |row| number(row.shared_mode_share))),
    ("tasks", |row| row.tasks().to_string()),
    ("baseline_rate", |row| rate(row, |row| number(row.baseline.rate))),
    ("baseline_count", |row| rate(row, |row| number(row.baseline.count))),
    ("baseline_judged", |row| rate(row, |row| row.baseline.judged.to_string())),
    ("baseline_not_judged", |row| rate(row, |row| row.baseline.not_judged.to_string())),
    ("candidate_rate", |row| rate(row, |row| number(row.candidate.rate))),
    ("candidate_count", |row| rate(row, |row| number(row.candidate.count))),
    ("candidate_judged", |row| rate(row, |row| row.candidate.judged.to_string())),
    ("candidate_not_judged", |row| rate(row, |row| row.candidate.not_judged.to_string())),
    ("ratio", |row| performance(row, |row| optional(row.ratio.map(|ratio| ratio[1])))),
    ("ratio_low", |row| performance(row, |row| optional(row.ratio.map(|ratio| ratio[0])))),
    ("ratio_high", |row| performance(row, |row| optional(row.ratio.map(|ratio| ratio[2])))),
    ("ratio_90_low", |row| performance(row, |row| optional(row.ratio_90.map(|ratio| ratio[0])))),
    ("ratio_90_high", |row| performance(row, |row| optional(row.ratio_90.map(|ratio| ratio[1])))),
    ("tasks_compared", |row| performance(row, |row| row.tasks_compared.to_string())),
    ("tasks_equal", |row| performance(row, |row| row.tasks_equal.to_string())),
    ("tasks_too_few", |row| performance(row, |row| row.tasks_too_few.to_string())),
    ("tasks_improved", |row| performance(row, |row| row.tasks_improved.to_string())),
    ("tasks_regressed", |row| performance(row, |row| row.tasks_regressed.to_string())),
    ("improved_percent_paper", |row| performance(row, |row| number(row.improved_percent_paper))),
    ("regressed_percent_paper", |row| performance(row, |row| number(row.regressed_percent_paper))),
    ("compared_share", |row| performance(row, |row| number(row.compared_share))),
    ("whole_test_share", |row| performance(row, |row| number(row.whole_test_share))),
    ("resolution", |row| performance(row, |row| number(row.resolution))),
    ("noise", |row| performance(row, |row| number(row.noise))),
    ("reason", |row| text(both(row, |row| &row.reason, |row| &row.reason))),
];

/// What a row of either kind has.
fn both<'a, T>(row: AnyRow<'a>, of_rate: fn(&'a Row) -> T, of_performance: fn(&'a PerformanceRow) -> T) -> T {
    match row {
        AnyRow::Rate(row) => of_rate(row),
        AnyRow::Performance(row) => of_performance(row),
    }
}

fn rate(row: AnyRow, cell: fn(&Row) -> String) -> String {
    both(row, cell, |_| String::new())
}

fn performance(row: AnyRow, cell: fn(&PerformanceRow) -> String) -> String {
    both(row, |_| String::new(), cell)
}

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn media_type(&self) -> &'static str {
        "text/csv"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        table(report).map_err(|error| FormatError::Unwritable { format: "csv", reason: error.to_string() })
    }
}

fn table(report: &Report) -> Result<Vec<u8>, ::csv::Error> {
    let mut writer = ::csv::WriterBuilder::new().terminator(::csv::Terminator::CRLF).from_writer(Vec::new());
    writer.write_record(["list"].into_iter().chain(COLUMNS.map(|(name, _)| name)))?;
    let rows = report.rows.iter().map(|row| ("rows", row));
    let breakdown = report.breakdown.iter().map(|row| ("breakdown", AnyRow::Rate(row)));
    for (list, row) in rows.chain(breakdown) {
        let cells = COLUMNS.iter().map(|(_, cell)| cell(row));
        writer.write_record([list.to_owned()].into_iter().chain(cells))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, number)
}

/// Foreign text, harmless to terminals, pages and spreadsheets.
fn text(text: &str) -> String {
    let line = escape_where(&one_line(text, 1000), |character, after| character == '<' && opens_tag(after));
    let cells: Vec<String> = line.split(';').map(harmless_cell).collect();
    cells.join(";")
}

/// A text that is, or may become, a cell of its own; no formula.
fn harmless_cell(cell: &str) -> String {
    let begin = cell.trim_start_matches(|character: char| character.is_whitespace() || character == '"');
    if begin.starts_with(FORMULA_MARKS) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn records(report: &Report) -> Vec<Vec<String>> {
        let bytes = Csv.render(report).unwrap();
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(bytes.as_slice());
        reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn every_row_is_a_line_and_every_number_reads_back() {
        let report = fixtures::broken_down();
        let records = records(&report);
        assert_eq!(records.len(), 1 + report.rows.len() + report.breakdown.len());
        let rows = report.rows.rate.iter().chain(&report.breakdown);
        for (record, row) in records[1..].iter().zip(rows) {
            let at = |name: &str| &record[records[0].iter().position(|column| column == name).unwrap()];
            let number = |name: &str| at(name).parse::<f64>().unwrap().to_bits();
            assert_eq!(number("difference_percent"), row.difference_percent.to_bits());
            assert_eq!(number("interval_low"), row.interval[0].to_bits());
            assert_eq!(number("p_corrected"), row.p_corrected.to_bits());
            assert_eq!(at("tasks"), &row.tasks.to_string());
            assert_eq!(at("reason"), &row.reason);
            assert_eq!(Some(at("category")).filter(|text| !text.is_empty()), row.category.as_ref());
        }
        assert_eq!((&*records[1][0], &*records[2][0]), ("rows", "breakdown"));
    }

    #[test]
    fn performance_rows_have_columns_of_their_own() {
        let report = fixtures::performance();
        let records = records(&report);
        let at = |line: usize, name: &str| {
            &*records[line][records[0].iter().position(|column| column == name).unwrap()]
        };
        let [low, point, high] = report.rows.performance[0].ratio.unwrap().map(|ratio| ratio.to_string());
        assert_eq!((at(2, "ratio_low"), at(2, "ratio"), at(2, "ratio_high")), (&*low, &*point, &*high));
        assert_eq!((at(2, "check"), at(2, "difference_percent"), at(1, "ratio")), ("execution_time", "", ""));
        assert_eq!(at(3, "tasks_compared"), report.rows.performance[1].tasks_compared.to_string());
        assert_eq!(at(2, "p_corrected"), report.rows.performance[0].p_corrected.to_string());
    }

    #[test]
    fn no_text_is_a_formula_and_negative_numbers_stay_numbers() {
        let mut report = fixtures::regression();
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\n=1", "＝1"] {
            formula.clone_into(&mut report.rows.rate[0].check);
            formula.clone_into(&mut report.rows.rate[0].reason);
            report.rows.rate[0].difference_percent = -1.5;
            let record = &records(&report)[1];
            for cell in [&record[2], record.last().unwrap()] {
                let safe = cell.starts_with('\'') || cell.starts_with('\\');
                assert!(safe, "{formula:?}: {cell:?}");
            }
            assert_eq!(record[5], "-1.5");
        }
    }

    #[test]
    fn what_a_spreadsheet_cuts_at_semicolons_is_no_formula_either() {
        assert_eq!(text("a;=1+1"), "a;'=1+1");
        assert_eq!(text("=1; \t+1;b;\"@x\";;-1;"), "'=1;'  +1;b;'\"@x\";;'-1;");
        assert_eq!(text("a; b = 1; c-d"), "a; b = 1; c-d");
    }

    #[test]
    fn lines_and_quotation_marks_are_as_in_rfc_4180() {
        let mut report = fixtures::regression();
        report.rows.rate[0].check = "a, \"b\"".to_owned();
        let text = String::from_utf8(Csv.render(&report).unwrap()).unwrap();
        assert!(text.contains("\"a, \"\"b\"\"\","), "{text}");
        assert_eq!((text.matches("\r\n").count(), text.matches('\n').count()), (2, 2));
    }

    #[test]
    fn null_is_an_empty_cell() {
        let records = records(&fixtures::empty());
        let place = records[0].iter().position(|column| column == "smallest_detectable").unwrap();
        assert_eq!(records[1][place], "");
    }
}
