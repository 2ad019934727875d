//! One task out of its folder's files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_types::{Isolation, Task, TaskId, TaskLimits};

use super::folder::line_of;
use super::settings::{TaskFile, parse};
use super::{cases, literal};
use crate::limits::{TASK_FILES_BYTES, size};
use crate::{BenchmarkError, entry_point};

/// The files of one task's folder, by their paths inside it.
struct Folder<'a> {
    /// The folder on this machine, for messages.
    place: PathBuf,
    files: BTreeMap<&'a Path, &'a str>,
}

impl<'a> Folder<'a> {
    fn text(&self, name: &str) -> Result<&'a str, BenchmarkError> {
        self.files.get(Path::new(name)).copied().ok_or_else(|| {
            BenchmarkError::file(&self.place.join(name), "this file of the task is missing: add it")
        })
    }

    /// Files below a folder inside this one.
    fn below(&self, name: &'a str) -> impl Iterator<Item = (&'a Path, &'a str)> + '_ {
        self.files.iter().filter_map(move |(path, text)| Some((path.strip_prefix(name).ok()?, *text)))
    }

    /// Refuses a file that means nothing here: a slip in its name would else go unnoticed.
    fn refuse_strangers(&self) -> Result<(), BenchmarkError> {
        let known = |path: &Path| match path.components().count() {
            1 => {
                let name = path.to_string_lossy();
                ["task.toml", "prompt.py", "reference.py", "tests.py"].contains(&&*name)
                    || cases::NAMES.contains(&&*name)
                    || path.extension().is_some_and(|end| end == "md")
            }
            2 if path.starts_with("wrong") => path.extension().is_some_and(|end| end == "py"),
            _ => path.starts_with("files"),
        };
        match self.files.keys().find(|path| !known(path)) {
            None => Ok(()),
            Some(path) => Err(BenchmarkError::file(
                &self.place.join(path),
                "a task has no such file: it has task.toml, prompt.py, reference.py, tests.py or cases.toml or \
                 cases.json, wrong/*.py, files/ and notes (*.md)",
            )),
        }
    }
}

/// Reads the task in a folder of that name, and the line of task.toml that says its id.
pub(super) fn read(
    root: &Path,
    files: &BTreeMap<PathBuf, String>,
    name: &str,
) -> Result<(Task, u64), BenchmarkError> {
    let inner = Path::new("tasks").join(name);
    let own = files.range(inner.clone()..).take_while(|(path, _)| path.starts_with(&inner));
    let folder = Folder {
        place: root.join(&inner),
        files: own
            .filter_map(|(path, text)| Some((path.strip_prefix(&inner).ok()?, text.as_str())))
            .collect(),
    };
    // What the folder's name is fit for decides before anything in it.
    let of_folder = TaskId::new(name);
    let (head_path, head_text) = (folder.place.join("task.toml"), folder.text("task.toml")?);
    let head: TaskFile = parse(&head_path, head_text)?;
    let wrong = |start: usize, problem: String| {
        BenchmarkError::task(&head_path, line_of(head_text.as_bytes(), start), problem)
    };
    let id = match &head.id {
        Some(id) => TaskId::new(id.get_ref()).map_err(|error| wrong(id.span().start, error.to_string()))?,
        None => of_folder.map_err(|error| BenchmarkError::file(&folder.place, error.to_string()))?,
    };
    let id_line = head.id.as_ref().map_or(1, |id| line_of(head_text.as_bytes(), id.span().start));
    entry_point::check(head.entry_point.get_ref())
        .map_err(|problem| wrong(head.entry_point.span().start, problem))?;
    folder.refuse_strangers()?;
    let limits = match head.limits.as_ref() {
        None => TaskLimits::default(),
        Some(form) => form.get_ref().checked().map_err(|problem| wrong(form.span().start, problem))?,
    };
    if let Some(tolerance) = &head.tolerance {
        if !(*tolerance.get_ref() > 0.0 && *tolerance.get_ref() < 1.0) {
            let problem = format!("`tolerance` must be between 0 and 1, and is {}", tolerance.get_ref());
            return Err(wrong(tolerance.span().start, problem));
        }
        if folder.files.contains_key(Path::new("tests.py")) {
            let problem = "`tolerance` is for cases; tests.py says itself how near is near enough";
            return Err(wrong(tolerance.span().start, problem.into()));
        }
    }
    let task = Task {
        id,
        prompt: Arc::from(folder.text("prompt.py")?),
        reference: Arc::from(folder.text("reference.py")?),
        tests: Arc::from(tests(&folder, &head)?),
        wrong: wrong_solutions(&folder),
        entry_point: head.entry_point.into_inner(),
        isolation: head.isolation,
        limits,
        difficulty: head.difficulty,
        tags: head.tags,
    };
    Ok((task, id_line))
}

fn wrong_solutions(folder: &Folder<'_>) -> Vec<(String, Arc<str>)> {
    let stem = |path: &Path| path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    folder.below("wrong").map(|(path, text)| (stem(path), Arc::from(text))).collect()
}

/// The tests: as they stand, or made of cases; in either case with what puts the task's files in their place.
fn tests(folder: &Folder<'_>, head: &TaskFile) -> Result<String, BenchmarkError> {
    let mut sources = ["tests.py"]
        .into_iter()
        .chain(cases::NAMES)
        .filter_map(|name| folder.files.get(Path::new(name)).map(|text| (folder.place.join(name), *text)));
    let Some((path, text)) = sources.next() else {
        let problem = "this file of the task is missing: add it, or cases.toml or cases.json in its place";
        return Err(BenchmarkError::file(&folder.place.join("tests.py"), problem));
    };
    if let Some((second, _)) = sources.next() {
        let first = path.file_name().unwrap_or_default().display();
        let problem = format!("the tests stand in {first} already: keep one of the two");
        return Err(BenchmarkError::file(&second, problem));
    }
    let mut tests = if path.extension().is_some_and(|end| end == "py") {
        text.to_owned()
    } else {
        let tolerance = head.tolerance.as_ref().map(|tolerance| *tolerance.get_ref());
        cases::tests(&path, text, head.isolation, head.entry_point.get_ref(), tolerance)?
    };
    tests += &placing(folder, head.isolation)?;
    Ok(tests)
}

/// Code that writes the task's files into the working folder, run before the first test.
fn placing(folder: &Folder<'_>, isolation: Isolation) -> Result<String, BenchmarkError> {
    let mut files = folder.below("files").peekable();
    if files.peek().is_none() {
        return Ok(String::new());
    }
    let place = folder.place.join("files");
    if isolation == Isolation::Split {
        let problem =
            "only tests beside the sample can put files in its way: say isolation = \"shared\" in task.toml";
        return Err(BenchmarkError::file(&place, problem));
    }
    let (mut entries, mut bytes) = (String::new(), 0);
    for (path, text) in files {
        bytes += text.len();
        entries += &format!("    ({}, {}),\n", literal::text(&path.to_string_lossy()), literal::text(text));
    }
    if bytes > TASK_FILES_BYTES {
        let limit = size(TASK_FILES_BYTES as u64);
        return Err(BenchmarkError::file(&place, format!("a task's files together are larger than {limit}")));
    }
    Ok(format!(
        "\n\nimport os as _assay_os\n\n\
         for _assay_path, _assay_text in (\n{entries}):\n    \
         _assay_os.makedirs(_assay_os.path.dirname(_assay_path) or \".\", exist_ok=True)\n    \
         with open(_assay_path, \"w\", encoding=\"utf-8\", newline=\"\") as _assay_file:\n        \
         _assay_file.write(_assay_text)\n"
    ))
}
