//! A model's answers: a file, a folder or standard input, in one of the formats of [`formats`].

mod collector;
mod folder;
mod formats;
mod input;
mod passages;
mod records;

use std::path::Path;

use assay_types::SampleSet;

use crate::{Benchmark, BenchmarkError};
use collector::Collector;
use formats::{FORMATS, Format, PATCH_FORMATS};
use input::{Content, Input};

pub use passages::without_prompts;

/// What to do about a line that cannot be read as a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnBadSample {
    /// It is an error of the whole file.
    Refuse,
    /// It becomes the outcome of its sample, or is counted where not even its task is known.
    KeepGoing,
}

/// A format of samples, as shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleFormat {
    /// Its name.
    pub name: &'static str,
    /// What writes it, and the version that was looked at.
    pub written_by: &'static str,
    /// What is taken from it.
    pub taken: &'static str,
}

/// The formats of samples, in the order in which they are tried.
#[must_use]
pub fn sample_formats() -> Vec<SampleFormat> {
    FORMATS.iter().map(|format| format.about()).collect()
}

/// Reads samples for a benchmark from a file, a folder, or standard input where the path is `-`. Every record must name
/// one of the benchmark's tasks.
pub fn read_samples(
    path: &Path,
    benchmark: &Benchmark,
    on_bad: OnBadSample,
) -> Result<SampleSet, BenchmarkError> {
    read_input(Input::load(path)?, benchmark, on_bad, FORMATS)
}

/// Reads answers that are patches: predictions in SWE-bench's formats, or assay's own samples.
pub(crate) fn read_patches(
    path: &Path,
    benchmark: &Benchmark,
    on_bad: OnBadSample,
) -> Result<SampleSet, BenchmarkError> {
    let mut input = Input::load(path)?;
    let Some(lines) = formats::in_lines(&input)? else {
        return read_input(input, benchmark, on_bad, PATCH_FORMATS);
    };
    let whole = std::mem::replace(&mut input.content, Content::File(lines));
    let mut set = read_input(input, benchmark, on_bad, PATCH_FORMATS)?;
    if let Content::File(bytes) = whole {
        set.bytes = bytes.into();
    }
    Ok(set)
}

/// Reads samples that are no file yet: as [`read_samples`] would read a file `NAME.jsonl` of these bytes.
pub fn read_samples_of(
    name: &str,
    bytes: Vec<u8>,
    benchmark: &Benchmark,
) -> Result<SampleSet, BenchmarkError> {
    read_input(Input::of_bytes(name, bytes), benchmark, OnBadSample::Refuse, FORMATS)
}

fn read_input(
    input: Input,
    benchmark: &Benchmark,
    on_bad: OnBadSample,
    formats: &'static [&'static dyn Format],
) -> Result<SampleSet, BenchmarkError> {
    let format = formats::of(&input, formats)?;
    let mut collector = Collector::new(&input, benchmark, on_bad);
    format.read(&input, &mut collector)?;
    let mut set = collector.finish()?;
    set.bytes = match input.content {
        Content::File(bytes) => bytes,
        Content::Folder(folder) => folder.archive,
    }
    .into();
    Ok(set)
}

#[cfg(test)]
mod tests;
