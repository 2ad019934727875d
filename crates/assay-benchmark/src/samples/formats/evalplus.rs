//! EvalPlus' folder of samples: one folder a task, named by its id with `_` for `/`, and `0.py`, `1.py`, … in it.
//!
//! EvalPlus 0.3.1 (`evalplus/codegen.py` with `--jsonl_fmt False`, `load_solutions` and `write_directory` in
//! `evalplus/data/utils.py`); BigCodeBench 0.2.5 has the same layout. Each file is a whole module. Other files, such as
//! `eval_results.json`, are passed over as EvalPlus does. EvalPlus turns every `_` of a folder's name back into `/`; here
//! the folder's task is looked up among the benchmark's, so that ids with a `_` of their own are read too.

use std::collections::{HashMap, HashSet};

use assay_types::{FieldKind, Repair, TaskId};

use super::{Beginning, Collector, Format, Input, SampleFormat};
use crate::samples::collector::{Bad, Place};
use crate::samples::folder::PythonFile;
use crate::samples::input::Content;
use crate::{BenchmarkError, windows_1252};

/// The format.
pub(super) struct EvalPlus;

impl Format for EvalPlus {
    fn about(&self) -> SampleFormat {
        SampleFormat {
            name: "evalplus-folder",
            written_by: "EvalPlus 0.3.1, BigCodeBench 0.2.5",
            taken: "a folder: `HumanEval_0/0.py` is the first solution of the task `HumanEval/0`",
        }
    }

    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String> {
        match beginning {
            Beginning::Folder(folder) if !folder.has_folders => {
                Err("there is no folder of a task in it".to_owned())
            }
            Beginning::Folder(folder) if folder.files.is_empty() => {
                Err("there is no Python file in it".to_owned())
            }
            Beginning::Folder(_) => Ok(()),
            _ => Err("this is a file".to_owned()),
        }
    }

    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError> {
        let Content::Folder(folder) = &input.content else { return Ok(()) };
        let mut tasks: HashMap<String, Vec<&TaskId>> = HashMap::new();
        for task in collector.tasks() {
            tasks.entry(task.as_str().replace('/', "_")).or_default().push(task);
        }
        let mut seen = HashSet::new();
        for (file, number) in folder.files.iter().zip(1..) {
            let path = input.path.join(file.inner());
            let place = Place::File(&path, number);
            let task = task(file, &tasks, collector).and_then(|task| match file.number() {
                None => Err(Bad::unknown("its name is no number, such as 0.py".to_owned())),
                Some(number) if !seen.insert((task.clone(), number)) => {
                    Err(Bad::unknown("another file of this folder has the same number".to_owned()))
                }
                Some(_) => Ok(task),
            });
            match task {
                Ok(task) => {
                    let (text, repair) = text(&file.bytes);
                    collector.add(&task, (FieldKind::Solution, text), repair, place)?;
                }
                Err(bad) => collector.bad(bad, place)?,
            }
        }
        Ok(())
    }
}

/// The task of a file's folder.
fn task(
    file: &PythonFile,
    tasks: &HashMap<String, Vec<&TaskId>>,
    collector: &Collector<'_>,
) -> Result<TaskId, Bad> {
    if file.folder.is_empty() {
        return Err(Bad::unknown("it is in no folder of a task".to_owned()));
    }
    match tasks.get(&file.folder).map(Vec::as_slice) {
        Some([task]) => Ok((*task).clone()),
        Some(several) => {
            let names: Vec<&str> = several.iter().map(|task| task.as_str()).collect();
            Err(Bad::unknown(format!("its folder may be that of any of the tasks {}", names.join(", "))))
        }
        None => Err(collector.no_task(&format_args!("whose folder would be {:?}", file.folder))),
    }
}

/// A file's text. Python reads files as UTF-8, editors on Windows do not always write them so.
fn text(bytes: &[u8]) -> (String, Option<Repair>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), None),
        Err(_) => (windows_1252::decode(bytes), Some(Repair::NotUtf8)),
    }
}

#[cfg(test)]
mod tests;
