//! A comparison as data and as something to read.
//!
//! [`Report`] is the document; a [`Format`] draws it. Every format is drawn from the document alone. [`formats`] lists
//! them; [`by_name`] finds one. A [`Gate`] is what a reader demands of a report.
//!
//! Much of a report is foreign text: models' code, the names in it, what exceptions say. Formats never pass on a
//! control character, an invisible character or markup of such text; one conformance suite holds each of them to that.
#![forbid(unsafe_code)]

mod asked;
mod columns;
mod complexity;
mod correctness;
mod csv;
mod document;
mod extraction;
mod flagged;
mod format;
mod gate;
mod html;
mod json;
mod junit;
mod markdown;
mod measuring;
mod parquet;
mod protocol;
mod read;
mod rows;
mod schema;
mod self_check;
mod summary;
mod table;
mod table_one;
mod text;
mod words;

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod fixtures;

pub use columns::{ColumnKind, ColumnValues, ColumnarError, ColumnarWriter};
pub use csv::Csv;
pub use document::{
    BenchmarkSummary, ChangedTask, EnvironmentSummary, Example, LimitSummary, Report, SCHEMA_VERSION,
    SideSummary, TaskWithoutScore, Warning,
};
pub use extraction::ExtractionAlternative;
pub use flagged::{
    CodeFinding, FlaggedExample, FlaggedRow, FlaggedSide, FlaggedTask, PluginFile, PluginSummary,
    StaticSummary,
};
pub use format::{Format, FormatError, by_name, formats};
pub use gate::{ClauseResult, GATE_BYTES, Gate, GateError, GateResult, Look};
pub use html::Html;
pub use json::Json;
pub use junit::JUnit;
pub use markdown::{Markdown, span};
pub use measuring::{InputsSummary, Instruments, MeasuringSummary, NotMeasured};
pub use parquet::Parquet;
pub use protocol::{ModelSummary, ProtocolSummary};
pub use read::{REPORT_BYTES, ReadError};
pub use rows::{AnyRow, Rows};
pub use schema::schema;
pub use summary::summary_text;
pub use table::{Colour, Table};
pub use table_one::{table_one_markdown, table_one_text};
pub use text::one_line;
pub use words::verdict;
