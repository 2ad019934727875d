//! `json`: the document itself.

use std::io;

use assay_analyse::{Measure, PerformanceRow, PerformanceTasks, Row, TaskPerformance};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::Report;
use crate::format::{Format, FormatError};
use crate::text::{Piece, opens_tag, pieces};

/// The document as JSON, two spaces deep, with a final newline.
///
/// Characters that could act on a terminal that shows it or on a page that embeds it are written as `\u` escapes;
/// to a JSON reader they are the same.
#[derive(Debug, Clone, Copy)]
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn media_type(&self) -> &'static str {
        "application/json"
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        refuse_what_json_lacks(report)?;
        let mut bytes = Vec::new();
        let formatter = Inert { inner: PrettyFormatter::new() };
        report
            .serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))
            .map_err(|error| FormatError::Unwritable { format: "json", reason: error.to_string() })?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// JSON has neither infinities nor NaN; serde would write null, which does not read back.
fn refuse_what_json_lacks(report: &Report) -> Result<(), FormatError> {
    let finite = |values: &[f64]| values.iter().all(|value| value.is_finite());
    let row_is_finite = |row: &Row| {
        finite(&[row.baseline.count, row.baseline.rate, row.candidate.count, row.candidate.rate])
            && finite(&[row.difference_percent, row.difference_percent_paper, row.p_value, row.p_corrected])
            && finite(&[
                row.effect,
                row.margin,
                row.shared_mode_share,
                row.smallest_detectable.unwrap_or(0.0),
            ])
            && finite(&row.interval)
            && finite(&row.interval_90)
    };
    let of_complexity = report.complexity.iter().flat_map(|complexity| &complexity.metrics);
    if of_complexity.into_iter().any(|compared| !compared.is_finite()) {
        let reason = "a number of the complexity is not finite, which is a fault of the analysis".to_owned();
        return Err(FormatError::Unwritable { format: "json", reason });
    }
    let performance_is_finite = |row: &PerformanceRow| {
        finite(&row.ratio.unwrap_or_default())
            && finite(&row.ratio_90.unwrap_or_default())
            && finite(&[row.p_value, row.p_corrected, row.margin, row.smallest_detectable.unwrap_or(0.0)])
            && finite(&[row.compared_share, row.whole_test_share, row.resolution, row.noise])
            && finite(&[row.improved_percent_paper, row.regressed_percent_paper])
    };
    let task_is_finite = |task: &TaskPerformance| {
        let sides = [task.baseline, task.candidate].into_iter().flatten();
        let values = [task.ratio, task.p_value, task.q_value, task.smallest_detectable];
        finite(&values.map(Option::unwrap_or_default))
            && sides.filter_map(|side| side.five_numbers).flatten().all(f64::is_finite)
    };
    let tasks_are_finite = |measured: &PerformanceTasks| measured.tasks.iter().all(task_is_finite);
    let rates = report.rows.rate.iter().chain(&report.breakdown);
    let performance = report.rows.performance.iter().filter(|row| !performance_is_finite(row));
    let mut faulty = rates.filter(|row| !row_is_finite(row)).map(|row| row.check.as_str());
    let tasks = report.performance_tasks.iter().filter(|measured| !tasks_are_finite(measured));
    let mut measures = performance.map(|row| row.check).chain(tasks.map(|measured| measured.check));
    match faulty.next().or_else(|| measures.next().map(Measure::name)) {
        None => Ok(()),
        Some(check) => Err(FormatError::Unwritable {
            format: "json",
            reason: format!("a number of row {check} is not finite, which is a fault of the analysis"),
        }),
    }
}

/// A pretty formatter that also escapes what [`pieces`] hides, and `<` where it could open a tag.
struct Inert<'a> {
    inner: PrettyFormatter<'a>,
}

impl Inert<'_> {
    fn write_plain<W: ?Sized + io::Write>(writer: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(place) = rest.find('<') {
            let (before, after) = (&rest[..place], &rest[place + 1..]);
            writer.write_all(before.as_bytes())?;
            writer.write_all(if opens_tag(after) { br"\u003c" } else { b"<" })?;
            rest = after;
        }
        writer.write_all(rest.as_bytes())
    }
}

impl Formatter for Inert<'_> {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for piece in pieces(fragment) {
            match piece {
                Piece::Plain(text) => Self::write_plain(writer, text)?,
                Piece::Hidden(character) => {
                    let mut units = [0; 2];
                    for unit in character.encode_utf16(&mut units) {
                        write!(writer, "\\u{unit:04x}")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.inner.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.inner.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.inner.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn a_number_that_would_not_read_back_is_not_written() {
        let mut report = fixtures::regression();
        report.rows.rate[0].interval[0] = f64::NEG_INFINITY;
        let error = Json.render(&report).unwrap_err().to_string();
        assert!(error.contains("row incorrect_code is not finite"), "{error}");
    }

    #[test]
    fn comparisons_in_code_stay_readable() {
        let mut report = fixtures::empty();
        report.command = vec!["if a < b and c<=d: '</script>'".into()];
        let text = String::from_utf8(Json.render(&report).unwrap()).unwrap();
        assert!(text.contains(r"if a < b and c<=d: '\u003c/script>'"), "{text}");
    }
}
