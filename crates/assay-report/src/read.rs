//! Reading a `report.json` back.

use serde::Deserialize;

use crate::{Report, SCHEMA_VERSION};

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
    /// It is not JSON, or not of the form that its version has.
    #[error(
        "the report cannot be read: {0}; it may be damaged or edited: write it again with `assay compare`"
    )]
    Malformed(#[from] serde_json::Error),
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
        assert!(matches!(Report::read(b"task_id,solution"), Err(ReadError::Malformed(_))));
        assert!(matches!(Report::read(br#"{"schema_version": 1}"#), Err(ReadError::Malformed(_))));
    }
}
