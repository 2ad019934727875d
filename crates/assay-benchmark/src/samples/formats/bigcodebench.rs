//! BigCodeBench's generations: JSON Lines with `task_id`, `solution` and `raw_solution`.
//!
//! BigCodeBench 0.2.5 (`bigcodebench/generate.py`) writes what the model said as `raw_solution` and what its own clean-up
//! left of it as `solution`; it judges `solution`, and so does assay. Its `-sanitized.jsonl` files have `solution` alone
//! and are read as assay's own format; its sanitized folders are laid out as EvalPlus' are.

use assay_types::FieldKind;

use super::{Beginning, Collector, Format, Input, SampleFormat, records};
use crate::BenchmarkError;
use crate::object::Object;
use crate::samples::collector::TaskName;
use crate::samples::records::{Record, Records};

/// The format.
pub(super) struct BigCodeBench;

impl Format for BigCodeBench {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "bigcodebench",
            written_by: "BigCodeBench 0.2.5",
            taken: "JSON Lines: `task_id`, and `solution`, which its clean-up made of `raw_solution`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        let object = beginning.record()?;
        match ["task_id", "solution", "raw_solution"].iter().find(|name| !object.has(name)) {
            Some(missing) => Err(format!("the record has no `{missing}`")),
            None => Ok(()),
        }
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        records::read(Self, input, collector)
    }
}

impl Records for BigCodeBench {
    const LEVELS: usize = 0;

    fn record(object: &mut Object) -> Result<Record, String> {
        let task = TaskName::Id(object.text("task_id")?);
        let answers = object.text("solution").map(|text| vec![(FieldKind::Solution, text.into())]);
        Ok(Record { task, answers, finish: None, copy: None, prompt: None, lost: None })
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::tests::{found, read};

    #[test]
    fn the_cleaned_solution_is_taken() {
        let line =
            r#"{"task_id": "split_amount", "solution": "x = 1", "raw_solution": "```python\nx = 1\n```"}"#;
        assert_eq!(found(&read(line).unwrap()), ["split_amount 0 Solution 1 \"x = 1\""]);
        let sanitized = r#"{"task_id": "split_amount", "solution": "x = 1"}"#;
        assert_eq!(found(&read(sanitized).unwrap()), ["split_amount 0 Solution 1 \"x = 1\""]);
    }

    #[test]
    fn a_record_that_lacks_its_solution_is_named_by_its_line() {
        let line = r#"{"task_id": "split_amount", "solution": "x = 1", "raw_solution": ""}"#;
        let said = read(&format!("{line}\n{}", line.replace("\"solution\"", "\"other\""))).unwrap_err();
        assert!(said.starts_with("model.jsonl:2: the record has no `solution`"), "{said}");
    }
}
