//! The rows of a report: one array in `report.json`, two kinds here.
//!
//! A *rate row* says how often a check flags samples, a *performance row* how many times as much the candidate's correct
//! samples take. They share their names and verdicts, and hardly a number.

use std::borrow::Cow;
use std::ptr;

use assay_analyse::{Aspect, PerformanceRow, Row, Verdict};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// One verdict per check: rate rows first, then performance rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows {
    /// Of checks that flag samples.
    pub rate: Vec<Row>,
    /// Of measures.
    pub performance: Vec<PerformanceRow>,
}

/// A row of either kind.
#[derive(Debug, Clone, Copy)]
pub enum AnyRow<'a> {
    /// How often a check flags samples.
    Rate(&'a Row),
    /// How many times as much the candidate's samples take.
    Performance(&'a PerformanceRow),
}

impl Rows {
    /// All rows, in the document's order.
    pub fn iter(&self) -> impl Iterator<Item = AnyRow<'_>> {
        let performance = self.performance.iter().map(AnyRow::Performance);
        self.rate.iter().map(AnyRow::Rate).chain(performance)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rate.len() + self.performance.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many have a verdict.
    #[must_use]
    pub fn with_verdict(&self, verdict: Verdict) -> usize {
        self.iter().filter(|row| row.verdict() == verdict).count()
    }
}

impl<'a> AnyRow<'a> {
    /// What its check is about.
    #[must_use]
    pub fn aspect(self) -> Aspect {
        match self {
            Self::Rate(row) => row.aspect,
            Self::Performance(row) => row.aspect,
        }
    }

    /// Its check's name. Of a rate row it may be foreign text.
    #[must_use]
    pub fn check(self) -> &'a str {
        match self {
            Self::Rate(row) => &row.check,
            Self::Performance(row) => row.check.name(),
        }
    }

    /// The category of maintenance, or the part of the tasks.
    #[must_use]
    pub fn category(self) -> Option<&'a str> {
        match self {
            Self::Rate(row) => row.category.as_deref(),
            Self::Performance(_) => None,
        }
    }

    /// Its verdict.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Rate(row) => row.verdict,
            Self::Performance(row) => row.verdict,
        }
    }

    /// The tasks that count.
    #[must_use]
    pub fn tasks(self) -> u64 {
        match self {
            Self::Rate(row) => row.tasks,
            Self::Performance(row) => row.tasks,
        }
    }

    /// Whether both are the same place of one report.
    #[must_use]
    pub fn is(self, other: AnyRow<'_>) -> bool {
        match (self, other) {
            (Self::Rate(one), AnyRow::Rate(other)) => ptr::eq(one, other),
            (Self::Performance(one), AnyRow::Performance(other)) => ptr::eq(one, other),
            _ => false,
        }
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.len()))?;
        for row in &self.rate {
            rows.serialize_element(row)?;
        }
        for row in &self.performance {
            rows.serialize_element(row)?;
        }
        rows.end()
    }
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowsVisitor;
        impl<'de> Visitor<'de> for RowsVisitor {
            type Value = Rows;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a list of rows")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Rows, A::Error> {
                let mut rows = Rows::default();
                while let Some(element) = elements.next_element::<Value>()? {
                    // What only a performance row has. Its aspect alone would not do: a plug-in's row has any.
                    if element.get("tasks_compared").is_some() {
                        rows.performance.push(serde_json::from_value(element).map_err(Error::custom)?);
                    } else {
                        rows.rate.push(serde_json::from_value(element).map_err(Error::custom)?);
                    }
                }
                Ok(rows)
            }
        }
        deserializer.deserialize_seq(RowsVisitor)
    }
}

impl JsonSchema for Rows {
    fn schema_name() -> Cow<'static, str> {
        "Rows".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (rate, performance) =
            (generator.subschema_for::<Row>(), generator.subschema_for::<PerformanceRow>());
        json_schema!({
            "description": "One verdict per check: rate rows first, then performance rows.",
            "type": "array",
            "items": { "anyOf": [rate, performance] },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format as _, Json, Report, fixtures};

    fn document(report: &Report) -> Value {
        serde_json::from_slice(&Json.render(report).unwrap()).unwrap()
    }

    #[test]
    fn both_kinds_stand_in_one_array_and_read_back() {
        let report = fixtures::performance();
        let written = document(&report);
        let rows = written["rows"].as_array().unwrap();
        let said: Vec<(&str, &str)> = rows
            .iter()
            .map(|row| (row["aspect"].as_str().unwrap(), row["check"].as_str().unwrap()))
            .collect();
        assert_eq!(
            said,
            [("logic", "incorrect_code"), ("performance", "execution_time"), ("performance", "memory_usage")]
        );
        assert_eq!(rows[1]["ratio"].as_array().unwrap().len(), 3);
        let read = Report::read(written.to_string().as_bytes()).unwrap();
        assert_eq!(read, report);
    }

    #[test]
    fn a_report_without_performance_rows_has_no_trace_of_them() {
        let written = document(&fixtures::regression());
        assert_eq!(written.get("performance_tasks"), None);
        assert_eq!(written["rows"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_damaged_row_is_named() {
        let mut written = document(&fixtures::performance());
        written["rows"][2]["margin"] = "wide".into();
        let error = Report::read(written.to_string().as_bytes()).unwrap_err();
        assert!(error.to_string().contains("\"wide\"") && error.line() == Some(1), "{error}");
        written["rows"] = Value::from("none");
        assert!(Report::read(written.to_string().as_bytes()).is_err());
    }

    #[test]
    fn a_rate_row_of_the_aspect_of_performance_stays_one() {
        let mut report = fixtures::performance();
        report.rows.rate[0].aspect = Aspect::Performance;
        assert_eq!(Report::read(&Json.render(&report).unwrap()).unwrap(), report);
    }
}
