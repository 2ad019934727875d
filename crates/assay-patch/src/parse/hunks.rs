//! Hunks: exactly the lines that their headers count.

use crate::fault::{Fault, Problem};
use crate::patch::{Hunk, HunkLine, LineKind, Role};

use super::Reader;

impl Reader<'_> {
    /// All hunks of a file; at least one.
    pub(super) fn hunks_of(&mut self, role: Role) -> Result<Vec<Hunk>, Fault> {
        let mut hunks = Vec::new();
        while self.lines.peek().is_some_and(|line| line.text.starts_with(b"@@ -")) {
            let hunk = self.hunk().map_err(|fault| fault.in_hunk(hunks.len() + 1))?;
            let problem = match role {
                Role::New if hunk.old_count > 0 => "a new file's hunk has lines of an old one",
                Role::Delete if hunk.new_count > 0 => "a deleted file's hunk has lines of a new one",
                _ => "",
            };
            if !problem.is_empty() {
                return Err(Fault::at(hunk.line, Problem::Malformed(problem)).in_hunk(hunks.len() + 1));
            }
            hunks.push(hunk);
            self.hunks += 1;
            if self.hunks > self.limits.hunks {
                return Err(Fault::of(Problem::TooLarge("hunks of the patch")));
            }
        }
        Ok(hunks)
    }

    /// One hunk.
    fn hunk(&mut self) -> Result<Hunk, Fault> {
        let Some(header) = self.lines.take_header() else {
            return Err(Fault::of(Problem::Malformed("a hunk's header is cut off")));
        };
        let Some([old_start, old_count, new_start, new_count]) = ranges(header.text) else {
            return Err(Fault::at(
                header.number,
                Problem::Malformed("a hunk's header is not `@@ -N,N +N,N @@`"),
            ));
        };
        let mut hunk =
            Hunk { line: header.number, old_start, old_count, new_start, new_count, lines: Vec::new() };
        let mut left = [old_count, new_count];
        while left != [0, 0] {
            let Some(line) = self.hunk_line(&mut left)? else {
                let problem =
                    Problem::Malformed("the patch ends before the hunk has the lines that its header counts");
                return Err(Fault::at(header.number, problem));
            };
            hunk.lines.push(line);
            self.mark_incomplete(&mut hunk.lines)?;
        }
        self.refuse_more_lines()?;
        if hunk.lines.iter().all(|line| line.kind == LineKind::Context) {
            return Err(Fault::at(header.number, Problem::Malformed("a hunk changes nothing")));
        }
        Ok(hunk)
    }

    /// The next line of a hunk that lacks so many old and new lines.
    fn hunk_line(&mut self, left: &mut [usize; 2]) -> Result<Option<HunkLine>, Fault> {
        let Some(line) = self.lines.take() else { return Ok(None) };
        // An empty line is a context line whose space was lost: GNU diff writes it so, and git takes it.
        let (kind, text) = match line.text.split_first() {
            Some((b' ', text)) => (LineKind::Context, text),
            Some((b'-', text)) => (LineKind::Removed, text),
            Some((b'+', text)) => (LineKind::Added, text),
            None | Some((b'\r', [])) => (LineKind::Context, line.text),
            Some(_) => {
                let problem = Problem::Malformed(
                    "a hunk's line begins with none of ` `, `-`, `+`, and more lines are due",
                );
                return Err(Fault::at(line.number, problem));
            }
        };
        let counts = match kind {
            LineKind::Context => [1, 1],
            LineKind::Removed => [1, 0],
            LineKind::Added => [0, 1],
        };
        for (left, count) in left.iter_mut().zip(counts) {
            *left = left.checked_sub(count).ok_or_else(|| {
                Fault::at(line.number, Problem::Malformed("a hunk has other lines than its header counts"))
            })?;
        }
        Ok(Some(HunkLine { kind, text: text.to_vec(), ends: true }))
    }

    /// Takes `\ No newline at end of file`, in whatever language, which is about the line before.
    fn mark_incomplete(&mut self, lines: &mut [HunkLine]) -> Result<(), Fault> {
        let Some(next) = self.lines.peek().filter(|line| line.text.starts_with(b"\\ ")) else {
            return Ok(());
        };
        self.lines.take();
        match lines.last_mut() {
            Some(line) if line.ends => line.ends = false,
            _ => return Err(Fault::at(next.number, Problem::Malformed("`\\ No newline` stands twice"))),
        }
        Ok(())
    }

    /// A hunk that goes on after its counted lines is malformed. git would pass over the rest, and so apply a part.
    fn refuse_more_lines(&self) -> Result<(), Fault> {
        let Some(next) = self.lines.peek() else { return Ok(()) };
        let text = next.text.trim_ascii_end();
        let is_signature = text == b"--";
        let goes_on = matches!(next.text.first(), Some(b' ' | b'+' | b'-' | b'\\')) && !text.is_empty();
        if goes_on && !is_signature && !self.lines.at_plain_header() {
            let problem = Problem::Malformed("a hunk has more lines than its header counts");
            return Err(Fault::at(next.number, problem));
        }
        Ok(())
    }
}

/// The four numbers of a hunk's header.
fn ranges(text: &[u8]) -> Option<[usize; 4]> {
    let (old_start, rest) = number(text.strip_prefix(b"@@ -")?)?;
    let (old_count, rest) = count(rest)?;
    let (new_start, rest) = number(rest.strip_prefix(b" +")?)?;
    let (new_count, rest) = count(rest)?;
    let well_placed = |start, count| count == 0 || start > 0;
    let good =
        rest.starts_with(b" @@") && well_placed(old_start, old_count) && well_placed(new_start, new_count);
    good.then_some([old_start, old_count, new_start, new_count])
}

/// `,N`, or 1 where it is not written.
fn count(text: &[u8]) -> Option<(usize, &[u8])> {
    match text.strip_prefix(b",") {
        Some(rest) => number(rest),
        None => Some((1, text)),
    }
}

/// A number of at most nine digits.
fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > 9 {
        return None;
    }
    let value = text[..digits].iter().fold(0, |value, digit| value * 10 + usize::from(digit - b'0'));
    Some((value, &text[digits..]))
}
