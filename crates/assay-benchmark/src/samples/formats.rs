//! The formats of samples, one file each. To add one, copy a neighbour and name it in [`FORMATS`].

mod answers;
mod bigcodebench;
mod evalplus;
mod lm_evaluation_harness;
mod recatcher;
mod swe_bench;
mod without_prompts;

use super::collector::{Collector, NOTHING};
use super::folder::Folder;
use super::input::{Content, Input};
use super::{SampleFormat, records};
use crate::BenchmarkError;
use crate::limits::LineLimits;
use crate::lines::{Line, Lines};
use crate::object::{Fault, Object};
use crate::surrogates::{REPLACEMENT, replaced};

/// A format of samples.
pub(super) trait Format: Sync {
    /// What people are told of it.
    fn about(&self) -> SampleFormat;

    /// Whether an input that begins like this is in the format; else why not, in a few words.
    fn fits(&self, beginning: &Beginning<'_>) -> Result<(), String>;

    /// Reads an input that fits.
    fn read(&self, input: &Input, collector: &mut Collector<'_>) -> Result<(), BenchmarkError>;
}

/// All formats, in the order in which they are tried: what asks for more comes first.
pub(super) static FORMATS: &[&dyn Format] = &[
    &lm_evaluation_harness::LmEvaluationHarness,
    &bigcodebench::BigCodeBench,
    &without_prompts::WithoutPrompts,
    &answers::Answers,
    &recatcher::ReCatcher,
    &evalplus::EvalPlus,
];

/// The formats of answers that are patches, likewise.
pub(super) static PATCH_FORMATS: &[&dyn Format] = &[&swe_bench::SweBench, &answers::Answers];

pub(super) use swe_bench::in_lines;

/// How an input begins, which tells its format.
pub(super) enum Beginning<'a> {
    Folder(&'a Folder),
    /// A file whose line is a JSON object.
    Record(&'a Object),
    /// A file whose line should be a JSON object, and what is wrong with it.
    Broken(String),
    /// A file whose line is something else, and why that is no JSON object.
    Text(&'a [u8], String),
}

impl Beginning<'_> {
    fn of_line<'a>(line: &Line<'a>, object: &'a Result<Object, String>) -> Beginning<'a> {
        match object {
            Ok(object) => Beginning::Record(object),
            Err(problem) if line.text.starts_with(b"{") => Beginning::Broken(problem.clone()),
            Err(problem) => Beginning::Text(line.text, problem.clone()),
        }
    }

    /// The object of a format that has one a line; else why this is none of it.
    fn record(&self) -> Result<&Object, String> {
        match self {
            Self::Folder(_) => Err("this is a folder".to_owned()),
            Self::Record(object) => Ok(object),
            Self::Broken(problem) | Self::Text(_, problem) => Err(problem.clone()),
        }
    }
}

/// How many lines are looked at for one that tells the format: the first may be damaged.
const LINES_LOOKED_AT: usize = 100;

/// The format of an input, which is one of these.
pub(super) fn of(
    input: &Input,
    formats: &'static [&'static dyn Format],
) -> Result<&'static dyn Format, BenchmarkError> {
    let bytes = match &input.content {
        Content::Folder(folder) => {
            return first(formats, &Beginning::Folder(folder)).map_err(|tried| none(input, None, tried));
        }
        Content::File(bytes) => bytes,
    };
    let mut lines = Lines::new(&input.path, bytes, LineLimits::USUAL);
    let mut first_line = None;
    for _ in 0..LINES_LOOKED_AT {
        let Some(line) = lines.next()? else { break };
        let object = object(&line);
        let beginning = Beginning::of_line(&line, &object);
        match first(formats, &beginning) {
            // A damaged line may be of any format: one that can be read decides, where there is one.
            Ok(format) if !matches!(beginning, Beginning::Broken(_)) => return Ok(format),
            found => _ = first_line.get_or_insert((line.number, found)),
        }
    }
    match first_line {
        None => Err(BenchmarkError::file(&input.path, NOTHING)),
        Some((_, Ok(format))) => Ok(format),
        Some((number, Err(tried))) => Err(none(input, Some(number), tried)),
    }
}

/// The object of a line; halves of characters do not hide it.
fn object(line: &Line<'_>) -> Result<Object, String> {
    let object = match Object::read(line.text, line.indent) {
        Err((Fault::LoneSurrogate, _)) => Object::read(&replaced(line.text, REPLACEMENT), line.indent),
        object => object,
    };
    object.map_err(|(_, problem)| problem)
}

/// The first format that fits; else why each does not.
fn first(
    formats: &'static [&'static dyn Format],
    beginning: &Beginning<'_>,
) -> Result<&'static dyn Format, Vec<(&'static str, String)>> {
    let mut tried = Vec::new();
    for format in formats {
        match format.fits(beginning) {
            Ok(()) => return Ok(*format),
            Err(why) => tried.push((format.about().name, why)),
        }
    }
    Err(tried)
}

fn none(input: &Input, line: Option<u64>, tried: Vec<(&'static str, String)>) -> BenchmarkError {
    BenchmarkError::NoFormat { path: input.path.clone(), line, tried }
}

#[cfg(test)]
mod tests;
