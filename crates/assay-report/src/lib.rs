//! A comparison as data and as something to read.
//!
//! [`Report`] is the document; a [`Format`] draws it. Every format is drawn from the document alone.
#![forbid(unsafe_code)]

mod document;

pub use document::{
    BenchmarkSummary, ChangedTask, EnvironmentSummary, Example, LimitSummary, Report, SCHEMA_VERSION, SideSummary,
    TaskWithoutScore, Warning,
};
