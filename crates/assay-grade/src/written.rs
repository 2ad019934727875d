//! Grades that were written down, read again.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use crate::grade::{Grade, SCHEMA_VERSION};

/// The most bytes of a line.
const LONGEST_LINE: u64 = 64 << 20;

/// Why a file of grades cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}: {problem}\n  `assay grade PREDICTIONS --benchmark FOLDER --out DIR` writes grades.jsonl", path.display())]
pub struct ReadGradesError {
    /// The file.
    pub path: PathBuf,
    /// Its line, from 1; 0 for the whole.
    pub line: u64,
    /// What is wrong.
    pub problem: String,
}

/// Reads the grades of one task from a file that [`crate::grade_lines`] wrote, in their order.
pub fn read_grades(path: &Path, task: &str) -> Result<Vec<Grade>, ReadGradesError> {
    let failed = |line, problem: String| ReadGradesError { path: path.to_owned(), line, problem };
    let mut file = BufReader::new(File::open(path).map_err(|error| failed(0, error.to_string()))?);
    let mut grades = Vec::new();
    for number in 1.. {
        let mut line = Vec::new();
        let read = file.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        if read.map_err(|error| failed(number, error.to_string()))? == 0 {
            break;
        }
        if line.len() as u64 > LONGEST_LINE {
            return Err(failed(number, "the line is too long for a grade".to_owned()));
        }
        let grade: Grade =
            serde_json::from_slice(&line).map_err(|error| failed(number, error.to_string()))?;
        if grade.schema_version > SCHEMA_VERSION {
            return Err(failed(number, "it is of a later form; a later assay reads it".to_owned()));
        }
        if grade.task_id.as_str() == task {
            grades.push(grade);
        }
    }
    Ok(grades)
}
