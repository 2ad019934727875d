//! Formats that have a JSON object a line: how lines become samples, whatever the objects hold.

use assay_types::{FieldKind, Finish, RefusedReason, Repair};

use super::collector::{Bad, Collector, Place, TaskName};
use super::input::Input;
use super::passages::{self, Written};
use crate::limits::{LINE_BYTES, LineLimits, size};
use crate::lines::{Line, Lines};
use crate::object::{Fault, Object};
use crate::surrogates::{OTHER, REPLACEMENT, replaced};
use crate::{BenchmarkError, damaged};

/// What a format makes of an object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// What it calls its task.
    pub(crate) task: TaskName,
    /// Its answers, or what is wrong with them.
    pub(crate) answers: Result<Vec<(FieldKind, Written)>, String>,
    /// Why the answers ended, where the record says so.
    pub(crate) finish: Option<Finish>,
    /// Where a format may write the same answers several times: which time this is.
    pub(crate) copy: Option<Copy>,
    /// The digest of its task's prompt, where the answers hold passages of it.
    pub(crate) prompt: Option<String>,
    /// Why its answer never came, where it did not.
    pub(crate) lost: Option<String>,
}

/// Which of several records of the same answers this one is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copy {
    /// What the answers are numbered by.
    pub(crate) document: u64,
    /// What tells its copies apart.
    pub(crate) filter: String,
}

/// How a format reads its objects.
pub(crate) trait Records {
    /// How many levels of what is inside an object are needed.
    const LEVELS: usize;

    /// Reads an object; an error where not even its task can be told.
    fn record(object: &mut Object) -> Result<Record, String>;

    /// Whether a record counts, given those before it; it is asked of each in the file's order.
    fn counts(&mut self, _: &Record, _line: u64) -> Result<bool, String> {
        Ok(true)
    }
}

/// A record, and for each answer whether it was put right.
struct Found {
    record: Record,
    repaired: Vec<bool>,
}

/// Reads all lines of a file.
pub(crate) fn read<F: Records>(
    mut format: F,
    input: &Input,
    collector: &mut Collector<'_>,
) -> Result<(), BenchmarkError> {
    let mut lines = Lines::new(&input.path, input.bytes(), LineLimits::USUAL);
    while let Some(line) = lines.next()? {
        let place = Place::Line(&input.path, line.number);
        let found = match found::<F>(&line, collector) {
            Ok(found) => found,
            Err(bad) => {
                collector.bad(bad, place)?;
                continue;
            }
        };
        match format.counts(&found.record, line.number) {
            Ok(true) => take(found, collector, place)?,
            Ok(false) => {}
            Err(problem) => collector.bad(Bad::unknown(problem), place)?,
        }
    }
    Ok(())
}

/// Hands a record's answers over.
fn take(found: Found, collector: &mut Collector<'_>, place: Place<'_>) -> Result<(), BenchmarkError> {
    let Found { record, repaired } = found;
    let task = match collector.task(&record.task) {
        Ok(task) => task,
        Err(bad) => return collector.bad(bad, place),
    };
    if let Some(why) = record.lost {
        collector.lost(task, &why, place);
        return Ok(());
    }
    let answers = match record.answers {
        Ok(answers) => answers,
        Err(problem) => return collector.bad(Bad::of(task, RefusedReason::WrongFields, problem), place),
    };
    let prompt = collector.prompt(&task);
    if record.prompt.is_some_and(|digest| digest != passages::digest(prompt)) {
        let problem = "the answer holds passages of another prompt than the task has: is this another version of the benchmark?";
        return collector.bad(Bad::of(task, RefusedReason::WrongFields, problem.to_owned()), place);
    }
    for (number, (kind, written)) in answers.into_iter().enumerate() {
        let answer = match written.whole(prompt) {
            Ok(text) => (kind, text),
            Err(problem) => return collector.bad(Bad::of(task, RefusedReason::WrongFields, problem), place),
        };
        let is_repaired = repaired.get(number) == Some(&true);
        let repair = is_repaired.then_some(Repair::LoneSurrogate);
        collector.add_finished(&task, answer, record.finish, repair, place)?;
    }
    Ok(())
}

/// Reads a line.
fn found<F: Records>(line: &Line<'_>, collector: &Collector<'_>) -> Result<Found, Bad> {
    if line.too_long {
        let problem = format!("the line is longer than {}", size(LINE_BYTES));
        return Err(bad(line, collector, RefusedReason::TooLarge, problem));
    }
    let read = match record::<F>(line.text, line.indent) {
        Err((Fault::LoneSurrogate, _)) => repaired::<F>(line),
        read => read.map(|record| record.map(|record| Found { record, repaired: Vec::new() })),
    };
    let found = read.map_err(|(fault, problem)| bad(line, collector, reason(fault), problem))?;
    found.map_err(Bad::unknown)
}

/// The fault of a text that is no object, the problem of an object that is no record, or the record.
type Read<R> = Result<Result<R, String>, (Fault, String)>;

fn record<F: Records>(text: &[u8], indent: usize) -> Read<Record> {
    Object::read_within(text, indent, F::LEVELS).map(|mut object| F::record(&mut object))
}

/// Reads a line with halves of characters replaced. An answer that depends on what takes their place held one.
fn repaired<F: Records>(line: &Line<'_>) -> Read<Found> {
    let with = |replacement| record::<F>(&replaced(line.text, replacement), line.indent);
    let other = with(OTHER)?;
    Ok(with(REPLACEMENT)?.map(|record| {
        let repaired = match (&record.answers, other.as_ref().map(|other| &other.answers)) {
            (Ok(answers), Ok(Ok(others))) => {
                answers.iter().zip(others).map(|(one, other)| one != other).collect()
            }
            _ => Vec::new(),
        };
        Found { record, repaired }
    }))
}

/// A line that is no JSON object: perhaps its task can be told all the same.
fn bad(line: &Line<'_>, collector: &Collector<'_>, reason: RefusedReason, problem: String) -> Bad {
    let task = damaged::task_id(line.text).and_then(|id| collector.task(&TaskName::Id(id)).ok());
    Bad { sample: task.map(|task| (task, reason)), problem, hint: "" }
}

fn reason(fault: Fault) -> RefusedReason {
    match fault {
        Fault::Encoding => RefusedReason::Encoding,
        Fault::BrokenJson => RefusedReason::BrokenJson,
        Fault::LoneSurrogate => RefusedReason::LoneSurrogate,
        Fault::DuplicateKey => RefusedReason::DuplicateKey,
    }
}
