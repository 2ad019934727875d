//! Reading a `report.json` back.

use serde::Deserialize;

use crate::{Report, SCHEMA_VERSION};

/// The largest document that is read. The starter's has 60 kB, and one of 10,000 changed tasks stays below this.
pub const REPORT_BYTES: u64 = 256 << 20;

/// A document that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It was written by a later assay.
    #[error(
        "the report has schema version {found}, and this assay reads versions up to {SCHEMA_VERSION}: update assay"
    )]
    Newer {
        /// The document's version.
        found: u64,
    },
    /// It is JSON without a version.
    #[error("this is not a report.json of assay: it has no schema_version")]
    NoVersion,
    /// It is larger than any report.
    #[error("a report is never larger than {} MiB: this is no report.json of assay", REPORT_BYTES >> 20)]
    TooLarge,
    /// It is not JSON, or not of the form that its version has.
    #[error(
        "{problem} (column {column}); the report may be damaged or edited: write it again with `assay compare`"
    )]
    Malformed {
        /// What is wrong.
        problem: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
}

impl ReadError {
    /// The line that is wrong, where there is one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Malformed { line, .. } => Some(*line),
            _ => None,
        }
    }
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        let message = error.to_string();
        // The position stands elsewhere, and the message may quote the document.
        let problem = message.split(" at line ").next().unwrap_or_default().chars().take(300).collect();
        Self::Malformed { problem, line: error.line(), column: error.column() }
    }
}

impl Report {
    /// Reads a `report.json`.
    ///
    /// The version comes first: a later version's document is refused as such, not as a list of unknown fields.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        #[derive(Deserialize)]
        struct Version {
            schema_version: Option<u64>,
        }
        if bytes.len() as u64 > REPORT_BYTES {
            return Err(ReadError::TooLarge);
        }
        let version: Version = serde_json::from_slice(bytes)?;
        match version.schema_version {
            None => Err(ReadError::NoVersion),
            Some(found) if found > u64::from(SCHEMA_VERSION) => Err(ReadError::Newer { found }),
            Some(_) => Ok(serde_json::from_slice(bytes)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Json, fixtures};

    #[test]
    fn a_report_reads_back_as_it_was() {
        for (name, report) in fixtures::all() {
            let bytes = Json.render(&report).unwrap();
            assert!(bytes.ends_with(b"}\n"), "{name}");
            assert_eq!(Report::read(&bytes).unwrap(), report, "{name}");
        }
    }

    #[test]
    fn a_later_version_is_refused_by_name() {
        let mut report = fixtures::regression();
        report.schema_version = SCHEMA_VERSION + 1;
        let error = Report::read(&Json.render(&report).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the report has schema version 2, and this assay reads versions up to 1: update assay"
        );
        // Nor does it matter what else a later version holds.
        let error = Report::read(br#"{"schema_version": 9000, "rows": "elsewhere"}"#).unwrap_err();
        assert!(matches!(error, ReadError::Newer { found: 9000 }), "{error}");
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        assert!(matches!(Report::read(b"{}"), Err(ReadError::NoVersion)));
        for text in ["task_id,solution", "", "{\"schema_version\": NaN}", r#"{"schema_version": 1}"#] {
            let error = Report::read(text.as_bytes()).unwrap_err();
            assert!(error.line().is_some_and(|line| line <= 1), "{text}: {error}");
        }
    }

    #[test]
    fn a_damaged_report_is_refused_with_its_line() {
        let bytes = Json.render(&fixtures::regression()).unwrap();
        let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count();
        for cut in (1..bytes.len()).step_by(997) {
            let error = Report::read(&bytes[..cut]).unwrap_err();
            let last = lines(&bytes[..cut]);
            assert!(error.line().is_some_and(|line| line == last || line + 1 == last), "{cut}: {error}");
        }
        let text = String::from_utf8(bytes).unwrap();
        for (good, bad) in [("\"seed\": ", "\"seed\": 1, \"seed\": "), ("\"seed\": ", "\"seed\": Infinity")] {
            let (before, _) = text.split_once(good).unwrap();
            let error = Report::read(text.replacen(good, bad, 1).as_bytes()).unwrap_err();
            assert_eq!(error.line(), Some(lines(before.as_bytes())), "{error}");
        }
    }
}
