//! What a shell prints, made harmless.
//!
//! It is the sample's text as much as Python's. Passed on as it is, it could set the title and the clipboard of the
//! user's terminal, have it answer questions (and its answers count as typed), draw over what stands above, or hide.
//! So what is passed on is named here: text, line feeds, tabs, carriage returns and backspaces, colours, and what edits
//! the current line. Everything else is shown as an escape, as everywhere in assay.

use std::mem::take;

use assay_types::acts_or_hides;

const ESCAPE: char = '\u{1b}';
/// Ends of a sequence that changes the current line only: cursor right and left, erase the rest of it, delete and insert
/// characters (ECMA-48: CUF, CUB, EL, DCH, ICH).
const OF_THE_LINE: &str = "CDKP@";
/// Ends a sequence that sets colours and weight (ECMA-48: SGR).
const COLOURS: char = 'm';
/// Characters of the longest sequence of that kind that is passed on.
const LONGEST: usize = 32;
/// Digits of a number that moves or erases: a line has no thousand places.
const DIGITS: usize = 3;
const COLOURS_OFF: &str = "\u{1b}[0m";

/// Makes a stream of bytes harmless, however it is cut into pieces.
#[derive(Debug, Default)]
pub(crate) struct HarmlessOutput {
    /// The beginning of a character whose other bytes have not come yet.
    bytes: Vec<u8>,
    /// The beginning of a sequence, from its escape character on.
    sequence: String,
    coloured: bool,
    within_line: bool,
}

impl HarmlessOutput {
    /// What may be shown of the next bytes, and of what was held back before them.
    pub(crate) fn pass(&mut self, bytes: &[u8]) -> String {
        let mut waiting = take(&mut self.bytes);
        waiting.extend_from_slice(bytes);
        let mut shown = String::with_capacity(waiting.len());
        let mut rest = waiting.as_slice();
        loop {
            let (text, strange) = match std::str::from_utf8(rest) {
                Ok(text) => (text, 0),
                Err(error) => {
                    let text = std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default();
                    (text, error.error_len().unwrap_or(usize::MAX))
                }
            };
            for character in text.chars() {
                self.take(character, &mut shown);
            }
            rest = &rest[text.len()..];
            if strange == usize::MAX || strange == 0 {
                break;
            }
            self.give_up(&mut shown);
            self.show_bytes(&rest[..strange], &mut shown);
            rest = &rest[strange..];
        }
        self.bytes = rest.to_vec();
        shown
    }

    /// What is left to show at the end: what was held back, and an end to colours. `line_end` ends a line that was begun.
    pub(crate) fn finish(&mut self, line_end: &str) -> String {
        let mut shown = String::new();
        self.give_up(&mut shown);
        let bytes = take(&mut self.bytes);
        self.show_bytes(&bytes, &mut shown);
        if take(&mut self.coloured) {
            shown += COLOURS_OFF;
        }
        if take(&mut self.within_line) {
            shown += line_end;
        }
        shown
    }

    fn take(&mut self, character: char, shown: &mut String) {
        if !self.sequence.is_empty() {
            if self.continues(character) {
                return self.sequence.push(character);
            }
            if self.completes(character) {
                self.coloured |= character == COLOURS;
                *shown += &take(&mut self.sequence);
                return shown.push(character);
            }
            self.give_up(shown);
        }
        match character {
            ESCAPE => self.sequence.push(ESCAPE),
            '\n' | '\t' | '\r' | '\u{8}' => shown.push(character),
            _ if acts_or_hides(character) => shown.extend(character.escape_default()),
            _ => shown.push(character),
        }
        self.within_line = character != '\n';
    }

    fn continues(&self, character: char) -> bool {
        if self.sequence.len() == 1 {
            return character == '[';
        }
        self.sequence.len() < LONGEST && matches!(character, '0'..='9' | ';' | ':')
    }

    fn completes(&self, last: char) -> bool {
        let Some(parameters) = self.sequence.strip_prefix("\u{1b}[") else { return false };
        let one_short_number =
            parameters.len() <= DIGITS && parameters.bytes().all(|digit| digit.is_ascii_digit());
        last == COLOURS || (OF_THE_LINE.contains(last) && one_short_number)
    }

    /// Shows a sequence that is none of those that are passed on.
    fn give_up(&mut self, shown: &mut String) {
        let sequence = take(&mut self.sequence);
        if let Some(rest) = sequence.strip_prefix(ESCAPE) {
            shown.extend(ESCAPE.escape_default());
            *shown += rest;
            self.within_line = true;
        }
    }

    fn show_bytes(&mut self, bytes: &[u8], shown: &mut String) {
        for byte in bytes {
            *shown += &format!("\\x{byte:02x}");
            self.within_line = true;
        }
    }
}

#[cfg(test)]
mod tests;
