//! ReCatcher's tables: CSV with a row a task, `task_id`, and its samples in the columns `exp_0`, `exp_1`, …
//!
//! ReCatcher at commit e620429 (`ReCatcher/recatcher.py`) reads such a file by pandas and runs each cell, followed by the
//! tests, as a whole module. `prompt`, pandas' own index and other columns are not needed. An empty cell is an empty
//! answer.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use assay_types::{FieldKind, RefusedReason, Repair, TaskId};
use csv::ByteRecord;

use super::{Beginning, Collector, Format, Input, SampleFormat};
use crate::expanded::expanded;
use crate::limits::{FILE_BYTES, LINE_BYTES, LINES, size};
use crate::lines::{damaged, too_much};
use crate::samples::collector::{Bad, Place, TaskName};
use crate::{BenchmarkError, windows_1252};

/// The format.
pub(super) struct ReCatcher;

impl Format for ReCatcher {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "recatcher",
            written_by: "ReCatcher, commit e620429",
            taken: "CSV: `task_id`, and the columns `exp_0`, `exp_1`, …, each a whole module",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        match beginning {
            Beginning::Folder(_) => Err("this is a folder".to_owned()),
            Beginning::Record(_) | Beginning::Broken(_) => Err("the line is one of JSON".to_owned()),
            Beginning::Text(line, _) => {
                let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(*line);
                let mut header = ByteRecord::new();
                reader.read_byte_record(&mut header).map_err(|error| error.to_string())?;
                Columns::of(&header).map(drop)
            }
        }
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        Table::new(input, Limits::USUAL)?.read(collector)
    }
}

/// Where a table has what.
#[derive(Debug)]
struct Columns {
    count: usize,
    task: usize,
    samples: Vec<usize>,
}

impl Columns {
    fn of(header: &ByteRecord) -> Result<Self, String> {
        let mut task = None;
        let mut samples: Vec<(usize, usize)> = Vec::new();
        for (place, name) in header.iter().enumerate() {
            let name = name.strip_prefix(b"\xef\xbb\xbf").unwrap_or(name);
            if name == b"task_id" && task.replace(place).is_some() {
                return Err("its first line names the column `task_id` twice".to_owned());
            }
            let number = name.strip_prefix(b"exp_").and_then(|number| std::str::from_utf8(number).ok());
            if let Some(number) = number.and_then(|number| number.parse().ok()) {
                samples.push((number, place));
            }
        }
        let task = task.ok_or("its first line names no column `task_id`")?;
        samples.sort_unstable();
        for (expected, (number, _)) in samples.iter().enumerate() {
            if expected != *number {
                return Err(format!(
                    "its first line must name the columns exp_0, exp_1, … once each, not exp_{number} where exp_{expected} should be"
                ));
            }
        }
        if samples.is_empty() {
            return Err("its first line names no columns `exp_0`, `exp_1`, …".to_owned());
        }
        Ok(Self { count: header.len(), task, samples: samples.into_iter().map(|(_, place)| place).collect() })
    }
}

/// How much of a table is read.
#[derive(Clone, Copy)]
struct Limits {
    file_bytes: u64,
    row_bytes: u64,
    rows: u64,
}

impl Limits {
    const USUAL: Self = Self { file_bytes: FILE_BYTES, row_bytes: LINE_BYTES, rows: LINES };
}

/// A file's content, which ends with an error where it or one of its rows is too large.
struct Limited<'a> {
    content: Box<dyn BufRead + 'a>,
    limits: Limits,
    taken: u64,
    read: Rc<WasRead>,
}

/// What was read of a file.
#[derive(Default)]
struct WasRead {
    /// Bytes since the last row.
    of_row: Cell<u64>,
    /// Whether the quotation marks so far are an odd number. In a whole table each one is closed or doubled (RFC 4180).
    is_quoted: Cell<bool>,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer).map_err(|error| io::Error::other(damaged(&error)))?;
        self.taken += count as u64;
        self.read.of_row.set(self.read.of_row.get() + count as u64);
        let quoted =
            buffer[..count].iter().fold(self.read.is_quoted.get(), |quoted, byte| quoted ^ (*byte == b'"'));
        self.read.is_quoted.set(quoted);
        if self.taken > self.limits.file_bytes {
            return Err(io::Error::other(too_much(self.limits.file_bytes)));
        }
        if self.read.of_row.get() > self.limits.row_bytes {
            let most = size(self.limits.row_bytes);
            return Err(io::Error::other(format!(
                "the row is longer than {most}: is a quotation mark not closed?"
            )));
        }
        Ok(count)
    }
}

/// A table that is being read.
struct Table<'a> {
    input: &'a Input,
    limits: Limits,
    reader: csv::Reader<Limited<'a>>,
    was_read: Rc<WasRead>,
    columns: Columns,
    /// The line of each task.
    seen: HashMap<TaskId, u64>,
}

impl<'a> Table<'a> {
    fn new(input: &'a Input, limits: Limits) -> Result<Self, BenchmarkError> {
        let was_read = Rc::new(WasRead::default());
        let content = Limited { content: expanded(input.bytes()), limits, taken: 0, read: was_read.clone() };
        // Rows of another length are looked at one by one.
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(content);
        let header = reader.byte_headers().map_err(|error| unreadable(input, 1, error))?;
        let columns = Columns::of(header).map_err(|problem| BenchmarkError::line(&input.path, 1, problem))?;
        Ok(Self { input, limits, reader, was_read, columns, seen: HashMap::new() })
    }

    fn read(mut self, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        let mut row = ByteRecord::new();
        for _ in 0..self.limits.rows {
            self.was_read.of_row.set(0);
            let line = self.reader.position().line();
            match self.reader.read_byte_record(&mut row) {
                Ok(true) => {}
                Ok(false) if self.was_read.is_quoted.get() => {
                    let problem =
                        "a quotation mark is not closed here or before: the table breaks off, or is none";
                    return Err(BenchmarkError::line(&self.input.path, line, problem));
                }
                Ok(false) => return Ok(()),
                Err(error) => return Err(unreadable(self.input, line, error)),
            }
            let line = row.position().map_or(line, csv::Position::line);
            self.take(&row, line, collector)?;
        }
        let problem = format!("the file has more than {} rows; split it", self.limits.rows);
        Err(BenchmarkError::file(&self.input.path, problem))
    }

    /// Hands the samples of a row over.
    fn take(
        &mut self,
        row: &ByteRecord,
        line: u64,
        collector: &mut Collector<'_>,
    ) -> Result<(), BenchmarkError> {
        let place = Place::Line(&self.input.path, line);
        let task = match self.task(row, line, collector) {
            Ok(task) => task,
            Err(bad) => return collector.bad(bad, place),
        };
        for column in &self.columns.samples {
            if row.len() == self.columns.count {
                let (text, repair) = text(&row[*column]);
                collector.add(&task, (FieldKind::Solution, text), repair, place)?;
            } else {
                let (found, expected) = (row.len(), self.columns.count);
                let problem =
                    format!("the row has {found} cells, and the first line names {expected} columns");
                collector.bad(Bad::of(task.clone(), RefusedReason::WrongFields, problem), place)?;
            }
        }
        Ok(())
    }

    fn task(&mut self, row: &ByteRecord, line: u64, collector: &Collector<'_>) -> Result<TaskId, Bad> {
        let id =
            row.get(self.columns.task).ok_or_else(|| Bad::unknown("the row has no `task_id`".to_owned()))?;
        let id = std::str::from_utf8(id).map_err(|_| Bad::unknown("`task_id` is not UTF-8".to_owned()))?;
        let task = collector.task(&TaskName::Id(id.to_owned()))?;
        match self.seen.insert(task.clone(), line) {
            None => Ok(task),
            Some(first) => {
                let problem = format!("the task {task} stands here a second time (first on line {first})");
                Err(Bad::unknown(problem))
            }
        }
    }
}

/// A cell's text. Spreadsheets on Windows do not always write UTF-8.
fn text(bytes: &[u8]) -> (String, Option<Repair>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(_) => (windows_1252::decode(bytes), Some(Repair::NotUtf8)),
    }
}

/// A fault of the file as a whole, in the row that begins on this line.
fn unreadable(input: &Input, line: u64, error: csv::Error) -> BenchmarkError {
    let problem = match error.into_kind() {
        csv::ErrorKind::Io(error) => error.to_string(),
        other => format!("the table cannot be read here ({other:?})"),
    };
    BenchmarkError::line(&input.path, line, problem)
}

#[cfg(test)]
mod tests;
