//! Tables as Parquet files: named columns of one kind each, in groups of rows.
//!
//! The same table gives the same bytes: the file names the library that wrote it, and no time. Columns are packed by gzip.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// UTF-8 text.
    Text,
    /// Numbers of 64 bits.
    Number,
    /// Whole numbers of 64 bits.
    Count,
    /// True and false.
    Truth,
}

/// A column's values of a group of rows; `None` is null.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnValues {
    /// UTF-8 text.
    Text(Vec<Option<String>>),
    /// Numbers.
    Number(Vec<Option<f64>>),
    /// Whole numbers.
    Count(Vec<Option<i64>>),
    /// True and false.
    Truth(Vec<Option<bool>>),
}

/// A table could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the table cannot be written as Parquet: {0}")]
pub struct ColumnarError(#[from] ParquetError);

/// Writes one table.
pub struct ColumnarWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ColumnarWriter<W> {
    /// A table with these columns, every one of which may hold nulls.
    pub fn new<'a>(
        writer: W,
        columns: impl IntoIterator<Item = (&'a str, ColumnKind)>,
    ) -> Result<Self, ColumnarError> {
        let fields = columns.into_iter().map(|(name, kind)| field(name, kind).map(Arc::new));
        let fields = fields.collect::<Result<Vec<TypePtr>, ParquetError>>()?;
        let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(GzipLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk);
        Ok(Self {
            writer: SerializedFileWriter::new(writer, Arc::new(schema), Arc::new(properties.build()))?,
        })
    }

    /// Writes a group of rows: a list of values for each column, in the columns' order and all of one length.
    pub fn group(&mut self, columns: &[ColumnValues]) -> Result<(), ColumnarError> {
        let mut group = self.writer.next_row_group()?;
        for values in columns {
            let Some(mut column) = group.next_column()? else {
                return Err(ParquetError::General("there are more values than columns".to_owned()).into());
            };
            match values {
                ColumnValues::Text(texts) => {
                    let texts: Vec<Option<ByteArray>> =
                        texts.iter().map(|text| text.as_deref().map(ByteArray::from)).collect();
                    write::<ByteArrayType>(&mut column, &texts)?;
                }
                ColumnValues::Number(numbers) => write::<DoubleType>(&mut column, numbers)?,
                ColumnValues::Count(counts) => write::<Int64Type>(&mut column, counts)?,
                ColumnValues::Truth(truths) => write::<BoolType>(&mut column, truths)?,
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the table.
    pub fn finish(self) -> Result<W, ColumnarError> {
        Ok(self.writer.into_inner()?)
    }
}

fn field(name: &str, kind: ColumnKind) -> Result<Type, ParquetError> {
    let (physical, logical) = match kind {
        ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnKind::Number => (Physical::DOUBLE, None),
        ColumnKind::Count => (Physical::INT64, None),
        ColumnKind::Truth => (Physical::BOOLEAN, None),
    };
    Type::primitive_type_builder(name, physical)
        .with_logical_type(logical)
        .with_repetition(Repetition::OPTIONAL)
        .build()
}

fn write<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &[Option<T::T>],
) -> Result<(), ParquetError> {
    // Parquet's own form: for each row whether there is a value, and the values that there are.
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.iter().flatten().cloned().collect();
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;

    const COLUMNS: [(&str, ColumnKind); 4] = [
        ("name", ColumnKind::Text),
        ("share", ColumnKind::Number),
        ("count", ColumnKind::Count),
        ("flag", ColumnKind::Truth),
    ];

    fn group(of: i64) -> [ColumnValues; 4] {
        [
            ColumnValues::Text(vec![Some(format!("é {of}")), None]),
            ColumnValues::Number(vec![None, Some(0.1)]),
            ColumnValues::Count(vec![Some(of), Some(-of)]),
            ColumnValues::Truth(vec![Some(true), None]),
        ]
    }

    #[test]
    fn groups_of_rows_read_back_in_their_order() {
        let mut writer = ColumnarWriter::new(Vec::new(), COLUMNS).unwrap();
        writer.group(&group(1)).unwrap();
        writer.group(&group(2)).unwrap();
        let bytes = writer.finish().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows[0], "{name: \"é 1\", share: null, count: 1, flag: true}");
        assert_eq!(rows[3], "{name: null, share: 0.1, count: -2, flag: null}");
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn values_of_another_kind_or_number_than_the_columns_are_an_error() {
        let write = |columns: &[ColumnValues]| {
            ColumnarWriter::new(Vec::new(), COLUMNS)
                .unwrap()
                .group(columns)
                .map_err(|error| error.to_string())
        };
        let mut more = group(1).to_vec();
        more.push(ColumnValues::Truth(vec![]));
        assert!(write(&more).unwrap_err().contains("more values than columns"));
        assert!(write(&group(1)[..2]).is_err());
    }
}
