//! `parquet`: the rows for a data frame or a query, with a type for every column.

use crate::Report;
use crate::columns::{ColumnKind, ColumnValues, ColumnarWriter};
use crate::csv::Csv;
use crate::format::{Format, FormatError};

/// The table that `csv` draws, cell by cell, as an Apache Parquet file: texts, whole numbers and numbers are told apart, and what
/// is empty there is null here.
#[derive(Debug, Clone, Copy)]
pub struct Parquet;

const NAME: &str = "parquet";

/// The columns of words; the others hold numbers.
const TEXTS: [&str; 6] = ["list", "aspect", "check", "category", "verdict", "reason"];

impl Format for Parquet {
    fn name(&self) -> &'static str {
        NAME
    }

    fn media_type(&self) -> &'static str {
        "application/vnd.apache.parquet"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn render(&self, report: &Report) -> Result<Vec<u8>, FormatError> {
        let unwritable = |reason: String| FormatError::Unwritable { format: NAME, reason };
        let table = Csv.render(report)?;
        let mut reader = ::csv::Reader::from_reader(table.as_slice());
        let header = reader.headers().map_err(|error| unwritable(error.to_string()))?.clone();
        let records = reader.into_records().collect::<Result<Vec<::csv::StringRecord>, _>>();
        let records = records.map_err(|error| unwritable(error.to_string()))?;
        let columns = header.iter().enumerate().map(|(place, name)| {
            let cells = records.iter().map(|record| record.get(place).filter(|cell| !cell.is_empty()));
            values(kind(name), cells).ok_or_else(|| unwritable(format!("a cell of {name} is no number")))
        });
        let columns = columns.collect::<Result<Vec<ColumnValues>, _>>()?;
        let write = || {
            let mut writer = ColumnarWriter::new(Vec::new(), header.iter().map(|name| (name, kind(name))))?;
            writer.group(&columns)?;
            writer.finish()
        };
        write().map_err(|error: crate::ColumnarError| unwritable(error.to_string()))
    }
}

/// What a column of `csv` holds, by its name.
fn kind(name: &str) -> ColumnKind {
    match name {
        _ if TEXTS.contains(&name) => ColumnKind::Text,
        _ if name == "tasks" || name.starts_with("tasks_") || name.ends_with("judged") => ColumnKind::Count,
        _ => ColumnKind::Number,
    }
}

/// A column's cells as what it holds; `None` where one is something else.
fn values<'a>(kind: ColumnKind, cells: impl Iterator<Item = Option<&'a str>>) -> Option<ColumnValues> {
    fn parsed<'a, T: std::str::FromStr>(
        cells: impl Iterator<Item = Option<&'a str>>,
    ) -> Option<Vec<Option<T>>> {
        cells.map(|cell| cell.map(str::parse).transpose()).collect::<Result<_, _>>().ok()
    }
    Some(match kind {
        ColumnKind::Text => ColumnValues::Text(parsed(cells)?),
        ColumnKind::Number => ColumnValues::Number(parsed(cells)?),
        ColumnKind::Count => ColumnValues::Count(parsed(cells)?),
        ColumnKind::Truth => ColumnValues::Truth(parsed(cells)?),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::{Field, Row};

    use super::*;
    use crate::fixtures;

    fn rows(bytes: Vec<u8>) -> Vec<Row> {
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap()).collect()
    }

    /// A file's rows as text: a line of cells for each.
    pub(crate) fn as_text(bytes: Vec<u8>) -> String {
        let cell = |field: &Field| match field {
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        };
        let line = |row: &Row| {
            let cells: Vec<String> = row.get_column_iter().map(|(_, field)| cell(field)).collect();
            cells.join("\t") + "\n"
        };
        rows(bytes).iter().map(line).collect()
    }

    #[test]
    fn every_cell_of_csv_has_its_type_and_its_value() {
        for (name, report) in fixtures::all() {
            let table = Csv.render(&report).unwrap();
            let mut reader = ::csv::Reader::from_reader(table.as_slice());
            let header = reader.headers().unwrap().clone();
            let records: Vec<_> = reader.into_records().map(Result::unwrap).collect();
            let rows = rows(Parquet.render(&report).unwrap());
            assert_eq!(rows.len(), records.len(), "{name}");
            for (row, record) in rows.iter().zip(&records) {
                let fields: Vec<_> = row.get_column_iter().collect();
                assert_eq!(fields.len(), header.len());
                for ((column, cell), (field_name, field)) in header.iter().zip(record).zip(fields) {
                    assert_eq!(column, field_name);
                    match field {
                        Field::Null => assert_eq!(cell, "", "{name}: {column}"),
                        Field::Str(text) => assert_eq!(cell, text, "{name}: {column}"),
                        Field::Double(value) => {
                            assert_eq!(cell.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{column}");
                        }
                        Field::Long(value) => assert_eq!(cell, value.to_string(), "{name}: {column}"),
                        other => panic!("{name}: {column} is {other:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn a_report_without_rows_is_a_table_without_rows() {
        let mut report = fixtures::empty();
        report.rows = crate::Rows::default();
        assert!(rows(Parquet.render(&report).unwrap()).is_empty());
    }
}
