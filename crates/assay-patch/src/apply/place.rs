//! Hunks in their places.

use crate::fault::{Fault, Problem};
use crate::patch::{Hunk, HunkLine, LineKind};

use super::Offsets;

/// The most lines that are compared in the search for the other places of a hunk. A search that would take more finds
/// nothing: the price of a bound is a hint less.
const MOST_COMPARED: usize = 10_000_000;

/// A text after its hunks.
#[derive(Debug)]
pub(super) struct Patched {
    pub(super) text: Vec<u8>,
    /// Hunks that are not where their headers say.
    pub(super) moved: usize,
}

/// Carries out the hunks of one file.
pub(super) fn patched(content: &[u8], hunks: &[Hunk], offsets: Offsets) -> Result<Patched, Fault> {
    let lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut taken, mut moved) = (0, 0);
    for (number, hunk) in hunks.iter().enumerate() {
        let place = Place { lines: &lines, hunk, taken, made: pieces.len() };
        let found = match (place.as_said(), offsets) {
            (Ok(start), _) => Ok(start),
            (Err(_), Offsets::Unique)
                if place.only_place().is_some_and(|start| place.check_end(start).is_ok()) =>
            {
                moved += 1;
                Ok(place.only_place().unwrap_or_default())
            }
            (Err(fault), _) => Err(fault),
        };
        let start = found.map_err(|fault| fault.in_hunk(number + 1))?;
        pieces.extend(lines[taken..start].iter().map(|line| Piece::Old(line)));
        pieces.extend(hunk.lines.iter().filter(|line| line.kind != LineKind::Removed).map(Piece::New));
        taken = start + hunk.old_count;
    }
    pieces.extend(lines[taken..].iter().map(|line| Piece::Old(line)));
    Ok(Patched { text: joined(&pieces)?, moved })
}

/// A line of the result.
enum Piece<'a> {
    Old(&'a [u8]),
    New(&'a HunkLine),
}

fn joined(pieces: &[Piece]) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    for piece in pieces {
        if text.last().is_some_and(|byte| *byte != b'\n') {
            let problem = "a line without an end is not the last one of the file";
            return Err(Fault::of(Problem::Malformed(problem)));
        }
        match piece {
            Piece::Old(line) => text.extend_from_slice(line),
            Piece::New(line) => {
                text.extend_from_slice(&line.text);
                text.extend_from_slice(if line.ends { b"\n" } else { b"" });
                if text.is_empty() {
                    return Err(Fault::of(Problem::Malformed("a line has neither text nor end")));
                }
            }
        }
    }
    Ok(text)
}

/// A hunk over a file of which some lines are taken already.
struct Place<'a> {
    lines: &'a [&'a [u8]],
    hunk: &'a Hunk,
    /// Lines of the old file that the hunks before have taken.
    taken: usize,
    /// Lines of the new file so far.
    made: usize,
}

impl Place<'_> {
    /// The old lines before the hunk, if it fits exactly where it says.
    fn as_said(&self) -> Result<usize, Fault> {
        let hunk = self.hunk;
        let start = if hunk.old_count == 0 { hunk.old_start } else { hunk.old_start - 1 };
        let fault = |problem| Err(Fault::at(hunk.line, problem));
        if start < self.taken {
            return fault(Problem::Overlap);
        }
        if let Some((line, number)) = self.first_difference(start) {
            let problem = Problem::Mismatch { line, fits_at: self.only_place().map(|start| start + 1) };
            return Err(Fault::at(number, problem));
        }
        let found = self.made + start - self.taken + usize::from(hunk.new_count > 0);
        if found != hunk.new_start {
            return fault(Problem::OtherStart { said: hunk.new_start, found });
        }
        self.check_end(start)?;
        Ok(start)
    }

    /// As in git: without context behind it, a hunk can only be at the end; with none at all before the first line, only there.
    fn check_end(&self, start: usize) -> Result<(), Fault> {
        let end = start + self.hunk.old_count;
        if self.hunk.trailing_context() == 0 && end != self.lines.len() {
            return Err(Fault::at(self.hunk.line, Problem::NotAtEnd));
        }
        Ok(())
    }

    fn old_lines(&self) -> impl Iterator<Item = (usize, &HunkLine)> {
        self.hunk.lines.iter().enumerate().filter(|(_, line)| line.kind != LineKind::Added)
    }

    /// The first line of the file that is not as the hunk says, and about the line of the patch that says it.
    fn first_difference(&self, start: usize) -> Option<(usize, usize)> {
        if start > self.lines.len() {
            return Some((self.lines.len() + 1, self.hunk.line));
        }
        self.old_lines().enumerate().find_map(|(place, (number, expected))| {
            let line = self.lines.get(start + place);
            let same = line.is_some_and(|line| is(line, expected));
            (!same).then_some((start + place + 1, self.hunk.line + 1 + number))
        })
    }

    /// The old lines before the one place where the hunk's old lines stand, if there is exactly one.
    fn only_place(&self) -> Option<usize> {
        let old: Vec<&HunkLine> = self.old_lines().map(|(_, line)| line).collect();
        let last = self.lines.len().checked_sub(old.len())?;
        if old.iter().all(|line| line.text.trim_ascii().is_empty()) {
            return None;
        }
        let mut compared = 0;
        let mut found = None;
        for start in self.taken..=last {
            let same = old
                .iter()
                .zip(&self.lines[start..])
                .take_while(|(expected, line)| is(line, expected))
                .count();
            compared += same + 1;
            if compared > MOST_COMPARED {
                return None;
            }
            if same == old.len() && found.replace(start).is_some() {
                return None;
            }
        }
        found
    }
}

/// Whether a line of the file is the one that the hunk says, its end included.
fn is(line: &[u8], expected: &HunkLine) -> bool {
    match line.strip_suffix(b"\n") {
        Some(text) => expected.ends && text == expected.text,
        None => !expected.ends && line == expected.text,
    }
}

/// The hunks without the carriage return that each line of theirs ends in; nothing if one has none.
pub(super) fn without_carriage_returns(hunks: &[Hunk]) -> Option<Vec<Hunk>> {
    let mut stripped = hunks.to_vec();
    for line in stripped.iter_mut().flat_map(|hunk| &mut hunk.lines) {
        match line.text.strip_suffix(b"\r") {
            Some(text) => line.text = text.to_vec(),
            // A line without an end may come through a conversion of ends as it was.
            None if !line.ends => {}
            None => return None,
        }
    }
    Some(stripped)
}
