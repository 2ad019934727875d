//! `csv`: the rows for a spreadsheet or a data frame, as RFC 4180 has it.

use assay_analyse::Row;

use crate::Report;
use crate::format::{Format, FormatError};
use crate::text::{escape_where, one_line, opens_tag};
use crate::words::word;

/// One line for each row, first those of `rows`, then those of `breakdown`. Numbers are as in `report.json`; what is null
/// there is empty here.
///
/// A text that a spreadsheet would take for a formula has an apostrophe before it, which makes it text there; so has one after a
/// semicolon, where a spreadsheet that separates by semicolons begins a cell.
#[derive(Debug, Clone, Copy)]
pub struct Csv;

/// What begins a formula; the full-width forms do to some spreadsheets. Spaces and quotation marks before it may be dropped.
const FORMULA_MARKS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The name of a column, and its cell of a row.
type Column = (&'static str, fn(&Row) -> String);

/// Columns after the first, which says which list of the report a row is in.
const COLUMNS: [Column; 26] = [
    ("aspect", |row| word(&row.aspect)),
    ("check", |row| text(&row.check)),
    ("category", |row| row.category.as_deref().map_or_else(String::new, text)),
    ("verdict", |row| word(&row.verdict)),
    ("difference_percent", |row| number(row.difference_percent)),
    ("difference_percent_paper", |row| number(row.difference_percent_paper)),
    ("interval_low", |row| number(row.interval[0])),
    ("interval_high", |row| number(row.interval[1])),
    ("interval_90_low", |row| number(row.interval_90[0])),
    ("interval_90_high", |row| number(row.interval_90[1])),
    ("p_value", |row| number(row.p_value)),
    ("p_corrected", |row| number(row.p_corrected)),
    ("effect", |row| number(row.effect)),
    ("margin", |row| number(row.margin)),
    ("smallest_detectable", |row| row.smallest_detectable.map_or_else(String::new, number)),
    ("shared_mode_share", |row| number(row.shared_mode_share)),
    ("tasks", |row| row.tasks.to_string()),
    ("baseline_rate", |row| number(row.baseline.rate)),
    ("baseline_count", |row| number(row.baseline.count)),
    ("baseline_judged", |row| row.baseline.judged.to_string()),
    ("baseline_not_judged", |row| row.baseline.not_judged.to_string()),
    ("candidate_rate", |row| number(row.candidate.rate)),
    ("candidate_count", |row| number(row.candidate.count)),
    ("candidate_judged", |row| row.candidate.judged.to_string()),
    ("candidate_not_judged", |row| row.candidate.not_judged.to_string()),
    ("reason", |row| text(&row.reason)),
];

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
    for (list, rows) in [("rows", &report.rows), ("breakdown", &report.breakdown)] {
        for row in rows {
            let cells = COLUMNS.iter().map(|(_, cell)| cell(row));
            writer.write_record([list.to_owned()].into_iter().chain(cells))?;
        }
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
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
        let rows = report.rows.iter().chain(&report.breakdown);
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
    fn no_text_is_a_formula_and_negative_numbers_stay_numbers() {
        let mut report = fixtures::regression();
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\n=1", "＝1"] {
            formula.clone_into(&mut report.rows[0].check);
            formula.clone_into(&mut report.rows[0].reason);
            report.rows[0].difference_percent = -1.5;
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
        report.rows[0].check = "a, \"b\"".to_owned();
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
