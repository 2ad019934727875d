//! The labelled data set as an Apache Parquet file: one row a sample, one column a number or a word.

use std::io::{self, Write};

use assay_report::{ColumnKind, ColumnValues, ColumnarError, ColumnarWriter};
use serde::Serialize;

use crate::check::LabelledSample;

/// Rows that are held as columns at a time.
const GROUP: usize = 1 << 16;

/// What begins the name of a static check's column, so that no check can have the name of another column.
const FLAG: &str = "flag_";

/// The columns before those of the static checks, with what they hold.
const COLUMNS: [(&str, Cells); 15] = [
    ("task_id", Cells::Text(|sample| Some(sample.task_id.to_string()))),
    ("repetition", Cells::Count(|sample| Some(sample.repetition.into()))),
    ("line", Cells::Count(|sample| Some(sample.line))),
    ("rule", Cells::Text(|sample| Some(sample.rule.to_owned()))),
    ("edits", Cells::Text(|sample| Some(sample.edits.join(", ")))),
    ("outcome", Cells::Text(|sample| Some(sample.outcome.to_string()))),
    ("evidence", Cells::Text(|sample| sample.finding.evidence.clone())),
    ("evidence_line", Cells::Count(|sample| sample.finding.line.map(u64::from))),
    ("output", Cells::Text(|sample| Some(sample.finding.output.clone()))),
    ("cpu_microseconds", Cells::Count(|sample| Some(sample.finding.time.cpu_microseconds))),
    ("judging_microseconds", Cells::Count(|sample| Some(sample.finding.time.judging_microseconds))),
    ("wall_microseconds", Cells::Count(|sample| Some(sample.finding.time.wall_microseconds))),
    ("module_sha256", Cells::Text(|sample| sample.module_sha256.map(|digest| digest.to_string()))),
    ("cyclomatic_complexity", Cells::Count(|sample| sample.metrics.map(|found| found.cyclomatic_complexity))),
    ("maintainability_index", Cells::Number(|sample| sample.metrics?.maintainability_index)),
];

/// A column's cell of a sample.
#[derive(Clone, Copy)]
enum Cells {
    Text(fn(&LabelledSample) -> Option<String>),
    Count(fn(&LabelledSample) -> Option<u64>),
    Number(fn(&LabelledSample) -> Option<f64>),
}

impl Cells {
    fn kind(self) -> ColumnKind {
        match self {
            Self::Text(_) => ColumnKind::Text,
            Self::Count(_) => ColumnKind::Count,
            Self::Number(_) => ColumnKind::Number,
        }
    }

    fn of(self, samples: &[LabelledSample]) -> ColumnValues {
        let whole = |count: u64| i64::try_from(count).ok();
        match self {
            Self::Text(cell) => ColumnValues::Text(samples.iter().map(cell).collect()),
            Self::Count(cell) => {
                ColumnValues::Count(samples.iter().map(|sample| cell(sample).and_then(whole)).collect())
            }
            Self::Number(cell) => ColumnValues::Number(samples.iter().map(cell).collect()),
        }
    }
}

/// Writes the rows, in their order. Each static check has a column of its word (`flag_syntax_error`); what it flags, place by
/// place, is in the data set as JSON Lines alone.
pub fn write_labelled_table(samples: &[LabelledSample], writer: &mut (dyn Write + Send)) -> io::Result<()> {
    table(samples, io::BufWriter::new(writer)).map_err(io::Error::other)?.flush()
}

fn table<W: Write + Send>(samples: &[LabelledSample], writer: W) -> Result<W, ColumnarError> {
    let checks: Vec<&str> = samples
        .iter()
        .find_map(|sample| sample.static_findings.as_ref())
        .map_or_else(Vec::new, |found| found.flags.iter().map(|(name, _)| &**name).collect());
    let flags: Vec<String> = checks.iter().map(|name| format!("{FLAG}{name}")).collect();
    let names = COLUMNS.iter().map(|(name, cells)| (*name, cells.kind()));
    let mut table =
        ColumnarWriter::new(writer, names.chain(flags.iter().map(|name| (&**name, ColumnKind::Text))))?;
    for group in samples.chunks(GROUP) {
        let columns = COLUMNS.iter().map(|(_, cells)| cells.of(group));
        let flags = checks.iter().map(|check| {
            let flag = |sample: &LabelledSample| Some(word(sample.static_findings.as_ref()?.flag(check)));
            ColumnValues::Text(group.iter().map(flag).collect())
        });
        table.group(&columns.chain(flags).collect::<Vec<ColumnValues>>())?;
    }
    table.finish()
}

/// A flag's word, as in the data set as JSON Lines.
fn word(flag: impl Serialize) -> String {
    match serde_json::to_value(flag) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::sync::Arc;

    use assay_analyse::CodeMetrics;
    use assay_check::static_checks::{Flag, StaticFindings};
    use assay_types::{FieldKind, Sample, Task, TaskId};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;
    use crate::check::label;

    fn samples() -> Vec<LabelledSample> {
        let task = Task::asking(TaskId::new("one").unwrap(), "f", "");
        let sample = |repetition, raw: &str| Sample {
            task: task.id.clone(),
            repetition,
            line: 7,
            field: FieldKind::Solution,
            raw: raw.into(),
            finish: None,
        };
        let mut samples =
            vec![label(&task, &sample(0, "def f():\n    return 1\n")), label(&task, &sample(1, ""))];
        samples[0].finding.evidence = Some("it says \"no\"\nand é".to_owned());
        samples[0].metrics = Some(CodeMetrics { cyclomatic_complexity: 3, maintainability_index: None });
        samples[1].static_findings = Some(Arc::new(StaticFindings {
            flags: vec![(Cow::Borrowed("line"), Flag::Flagged)],
            findings: Vec::new(),
        }));
        samples
    }

    fn written(samples: &[LabelledSample]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_labelled_table(samples, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn every_sample_is_a_row_with_a_column_for_each_number_and_word() {
        let bytes = written(&samples());
        assert!(bytes == written(&samples()), "the same bytes");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows[0].starts_with("{task_id: \"one\", repetition: 0, line: 7, rule: "), "{}", rows[0]);
        assert!(rows[0].contains("evidence: \"it says \"no\"\nand é\", evidence_line: null"), "{}", rows[0]);
        assert!(rows[0].contains("cyclomatic_complexity: 3, maintainability_index: null"), "{}", rows[0]);
        assert!(rows[0].ends_with("flag_line: null}"), "{}", rows[0]);
        assert!(rows[1].contains("line: 7") && rows[1].ends_with("flag_line: \"flagged\"}"), "{}", rows[1]);
        assert!(rows[1].contains("module_sha256: null"), "{}", rows[1]);
    }

    #[test]
    fn a_data_set_without_samples_is_a_table_without_rows() {
        let reader = SerializedFileReader::new(bytes::Bytes::from(written(&[]))).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
        assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), COLUMNS.len());
    }
}
