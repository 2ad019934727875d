//! Lines of a file, plain or compressed, within limits. What the lines hold is for others to say.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use assay_types::Digest;

use crate::BenchmarkError;
use crate::expanded::expanded;
use crate::limits::{FILE_BYTES, LineLimits, size};

/// First bytes of files that are not read as they are, and what to do with such a file.
const PACKED: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "a zip archive: unpack it, and name the file or folder inside"),
    (b"\xfd7zXZ\0", "compressed by xz: decompress it, or compress it by gzip or zstd"),
    (b"BZh", "compressed by bzip2: decompress it, or compress it by gzip or zstd"),
    (b"PAR1", "a Parquet file: write its rows as JSON Lines"),
];

/// A file's bytes and their digest.
pub(crate) fn read_file(path: &Path) -> Result<(Vec<u8>, Digest), BenchmarkError> {
    let file = File::open(path).map_err(BenchmarkError::read(path))?;
    // Room for exactly what is there: growing by doubling would take twice that.
    let expected = file.metadata().map_or(0, |metadata| metadata.len().min(FILE_BYTES));
    read_whole(path, file, expected)
}

/// What a reader gives, and its digest; `path` is for messages, `expected` the bytes that there will be at least.
pub(crate) fn read_whole(
    path: &Path,
    reader: impl Read,
    expected: u64,
) -> Result<(Vec<u8>, Digest), BenchmarkError> {
    let mut bytes = Vec::new();
    bytes.reserve_exact(usize::try_from(expected).unwrap_or(0));
    reader.take(FILE_BYTES + 1).read_to_end(&mut bytes).map_err(BenchmarkError::read(path))?;
    if bytes.len() as u64 > FILE_BYTES {
        let most = size(FILE_BYTES);
        return Err(BenchmarkError::file(path, format!("the file is larger than {most}; split it")));
    }
    if let Some((_, what)) = PACKED.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(BenchmarkError::file(path, format!("this is {what}")));
    }
    let digest = Digest::of(&bytes);
    Ok((bytes, digest))
}

/// A line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: u64,
    /// Its text, without the white space around it. Only the start of a line that is too long.
    pub(crate) text: &'a [u8],
    /// Bytes of the line before its text.
    pub(crate) indent: usize,
    /// Whether it is longer than a line may be.
    pub(crate) too_long: bool,
}

/// The lines of a file.
pub(crate) struct Lines<'a> {
    path: &'a Path,
    limits: LineLimits,
    reader: Box<dyn BufRead + 'a>,
    number: u64,
    taken: u64,
    line: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(path: &'a Path, bytes: &'a [u8], limits: LineLimits) -> Self {
        Self { path, limits, reader: expanded(bytes), number: 0, taken: 0, line: Vec::new() }
    }

    /// The next line that is not blank; `None` at the end of the file. What is wrong with the file as a whole is an
    /// error: that it breaks off, or is larger than is read.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, BenchmarkError> {
        loop {
            self.number += 1;
            self.line.clear();
            // One byte more than allowed tells a line that fits from one that is cut there.
            if self.read_until_newline(self.limits.line_bytes + 1)? == 0 {
                return Ok(None);
            }
            if self.number > self.limits.lines {
                return Err(
                    self.wrong(format!("the file has more than {} lines; split it", self.limits.lines))
                );
            }
            let too_long = self.line.len() as u64 > self.limits.line_bytes;
            if too_long {
                self.skip_rest()?;
            }
            if !self.trimmed(too_long).text.is_empty() {
                return Ok(Some(self.trimmed(too_long)));
            }
        }
    }

    fn trimmed(&self, too_long: bool) -> Line<'_> {
        // A byte order mark is no part of the first record.
        let marked = self.line.strip_prefix(b"\xef\xbb\xbf").filter(|_| self.number == 1);
        let text = marked.unwrap_or(&self.line).trim_ascii_start();
        let indent = self.line.len() - text.len();
        Line { number: self.number, text: text.trim_ascii_end(), indent, too_long }
    }

    /// Reads up to and with the next line feed, at most so many bytes; says how many.
    fn read_until_newline(&mut self, most: u64) -> Result<usize, BenchmarkError> {
        let read = self.reader.by_ref().take(most).read_until(b'\n', &mut self.line);
        let count = read.map_err(|error| self.wrong(damaged(&error)))?;
        self.taken += count as u64;
        if self.taken > self.limits.file_bytes {
            return Err(self.wrong(too_much(self.limits.file_bytes)));
        }
        Ok(count)
    }

    /// Leaves out what is left of a line that is too long, piece by piece.
    fn skip_rest(&mut self) -> Result<(), BenchmarkError> {
        let kept = self.line.len();
        while self.line.last() != Some(&b'\n') {
            self.line.truncate(kept);
            if self.read_until_newline(1 << 16)? == 0 {
                break;
            }
        }
        self.line.truncate(kept);
        Ok(())
    }

    fn wrong(&self, problem: String) -> BenchmarkError {
        BenchmarkError::line(self.path, self.number, problem)
    }
}

/// What to say of a file whose content cannot be unpacked any further.
pub(crate) fn damaged(error: &io::Error) -> String {
    format!("the compressed file breaks off or is damaged here ({error}): copy it again, or write it again")
}

/// What to say of a file that holds more than is read.
pub(crate) fn too_much(bytes: u64) -> String {
    format!("the file unpacks to more than {}; split it", size(bytes))
}

#[cfg(test)]
mod tests;
