//! The plug point of report formats: a trait and the list of those that exist.
//!
//! To add a format, copy a neighbour's file and add a line to [`FORMATS`]. The conformance suite tests it from then on.

use crate::Report;
use crate::csv::Csv;
use crate::gate::GateResult;
use crate::html::Html;
use crate::json::Json;
use crate::junit::JUnit;
use crate::markdown::Markdown;
use crate::parquet::Parquet;
use crate::table::Table;

/// Draws a report.
pub trait Format: Sync {
    /// The word that chooses it: `assay report RUN --format NAME`.
    fn name(&self) -> &'static str;

    /// Its media type, for whoever serves it.
    fn media_type(&self) -> &'static str;

    /// Whether it is text. What is not must not reach a terminal.
    fn is_text(&self) -> bool {
        true
    }

    /// Draws the report. The same report gives the same bytes, on any machine and at any time.
    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError>;

    /// Draws the report with what a reader's gate came to. Formats that have no place for it draw the report alone.
    fn render_with_gate(&self, report: &Report, gate: &GateResult) -> Result<Vec<u8>, FormatError> {
        let _ = gate;
        self.render(report)
    }
}

/// A report could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// A value has no form in the format.
    #[error("the report cannot be written as {format}: {reason}")]
    Unwritable {
        /// The format's name.
        format: &'static str,
        /// What stands in the way.
        reason: String,
    },
}

/// Every format, the one for a terminal first.
static FORMATS: [&dyn Format; 7] = [&Table::PLAIN, &Json, &Html, &Markdown, &Csv, &Parquet, &JUnit];

/// Every format.
#[must_use]
pub fn formats() -> &'static [&'static dyn Format] {
    &FORMATS
}

/// The format of a name, such as `html`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_own_name_and_no_other() {
        for format in formats() {
            let found = by_name(format.name()).expect("a registered format");
            assert_eq!(found.media_type(), format.media_type());
        }
        assert!(by_name("HTML").is_none());
        let mut names: Vec<&str> = formats().iter().map(|format| format.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), formats().len());
    }
}
