//! CPD's tokens of Python: PMD 7.28.0's grammar, which is that of Python 2.7 without lines and indentation.
//!
//! The longest token wins. A token is its text: what kind it is never matters. Newer spellings therefore split: `->` is two
//! tokens, `f'…'` a name and a string, `1_000` a number and a name.

use std::borrow::Cow;
use std::collections::HashMap;

use super::letters::is_letter;
use super::{NotSearched, Place};

/// A text's tokens.
pub(super) struct Tokens {
    /// For each token a number from 1, the same for the same text.
    pub(super) images: Vec<i32>,
    /// For each token its lines.
    pub(super) lines: Vec<Place>,
}

/// Operators and punctuation, longest first.
const SYMBOLS: [&str; 45] = [
    "<<=", ">>=", "**=", "//=", "//", "**", "<<", ">>", "==", "<=", ">=", "<>", "!=", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "+", "-", "*", "/", "%", "~", "^", "|", "&", "=", ">", "<", "(", ")", "{", "}",
    "[", "]", ";", ",", ".", ":", "`", "@",
];

/// Splits a text. Line ends of all kinds count as one newline; a byte order mark is dropped.
pub(super) fn tokens(source: &str) -> Result<Tokens, NotSearched> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let source = if source.contains('\r') {
        Cow::Owned(source.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(source)
    };
    let mut numbers: HashMap<Cow<'_, str>, i32> = HashMap::new();
    let mut found = Tokens { images: Vec::new(), lines: Vec::new() };
    let (mut at, mut line, mut suppressed) = (0, 1, false);
    // The switch in the comments before the next token that is nearest to it.
    let mut switch = None;
    while let Some(first) = source.as_bytes().get(at).copied() {
        let rest = &source[at..];
        match first {
            b'\n' => {
                line += 1;
                at += 1;
            }
            b' ' | b'\t' | b'\x0c' => at += 1,
            b'\\' if rest.as_bytes().get(1) == Some(&b'\n') => {
                line += 1;
                at += 2;
            }
            b'#' => {
                let comment = rest.split('\n').next().unwrap_or(rest);
                switch = switched(comment).or(switch);
                at += comment.len();
            }
            _ => {
                let (length, is_short_string) = token(rest).ok_or(NotSearched::Lexical { line })?;
                let text = &rest[..length];
                let last_line = line + text.bytes().filter(|byte| *byte == b'\n').count();
                suppressed = switch.take().unwrap_or(suppressed);
                if !suppressed {
                    let image = if is_short_string && last_line > line {
                        Cow::Owned(text.replace("\\\n", ""))
                    } else {
                        Cow::Borrowed(text)
                    };
                    // A text of 4 MiB at most: its tokens can be counted in 32 bits.
                    let next = i32::try_from(numbers.len() + 1).unwrap_or(i32::MAX);
                    found.images.push(*numbers.entry(image).or_insert(next));
                    found.lines.push(Place { first_line: line, last_line });
                }
                line = last_line;
                at += length;
            }
        }
    }
    Ok(found)
}

/// Whether a comment turns the search off or on.
fn switched(comment: &str) -> Option<bool> {
    if comment.contains("CPD-OFF") { Some(true) } else { comment.contains("CPD-ON").then_some(false) }
}

/// Length of the token that a text starts with, and whether it is a string that ends with its line.
fn token(rest: &str) -> Option<(usize, bool)> {
    if let Some(quote) = string_start(rest) {
        let triple = rest[quote..].len() >= 3
            && rest.as_bytes()[quote..quote + 3].iter().all(|byte| *byte == rest.as_bytes()[quote]);
        let end = if triple { long_string(rest, quote) } else { short_string(rest, quote) };
        return end.map(|end| (end, !triple));
    }
    let length = name(rest).max(number(rest.as_bytes()));
    if length > 0 {
        return Some((length, false));
    }
    SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map(|symbol| (symbol.len(), false))
}

/// Length of the prefix of a string, where a text starts with one.
fn string_start(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let after_letter = usize::from(matches!(bytes.first(), Some(b'u' | b'U' | b'b' | b'B')));
    let prefix = after_letter + usize::from(matches!(bytes.get(after_letter), Some(b'r' | b'R')));
    matches!(bytes.get(prefix), Some(b'\'' | b'"')).then_some(prefix)
}

/// End of a string that must end on its line, where newlines may be escaped.
fn short_string(rest: &str, quote: usize) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mark = bytes[quote];
    let mut at = quote + 1;
    loop {
        match *bytes.get(at)? {
            b'\n' => return None,
            b'\\' if matches!(bytes.get(at + 1), Some(next) if *next == mark || matches!(next, b'\\' | b'\n')) =>
            {
                at += 2;
            }
            byte if byte == mark => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// End of a string that may hold newlines.
fn long_string(rest: &str, quote: usize) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mark = &bytes[quote..quote + 3];
    let mut at = quote + 3;
    loop {
        if bytes[at..].starts_with(mark) {
            return Some(at + 3);
        }
        match *bytes.get(at)? {
            // What is hidden may be longer than a byte; its other bytes are no quotes.
            b'\\' if matches!(bytes.get(at + 1), Some(next) if *next != b'\n') => at += 2,
            _ => at += 1,
        }
    }
}

/// Length of the name that a text starts with, or 0.
fn name(rest: &str) -> usize {
    let ends = |(place, character): (usize, char)| {
        let inside = is_letter(character) || (place > 0 && character.is_ascii_digit());
        (!inside).then_some(place)
    };
    rest.char_indices().find_map(ends).unwrap_or(rest.len())
}

/// Length of the number that a text starts with, or 0.
fn number(bytes: &[u8]) -> usize {
    let run = |from: usize, is: fn(&u8) -> bool| {
        bytes[from.min(bytes.len())..].iter().take_while(|byte| is(byte)).count()
    };
    let is = |at: usize, these: &[u8]| bytes.get(at).is_some_and(|byte| these.contains(byte));
    let long = |at: usize| at + usize::from(is(at, b"lL"));
    let decimal = |at: usize| match bytes.get(at) {
        Some(b'1'..=b'9') => Some(long(at + run(at, u8::is_ascii_digit))),
        Some(b'0') => Some(at + 1),
        _ => None,
    };
    let exponent = |at: usize| {
        let digits = at + 1 + usize::from(is(at + 1, b"+-"));
        let count = run(digits, u8::is_ascii_digit);
        if is(at, b"eE") && count > 0 { digits + count } else { at }
    };
    let whole = run(0, u8::is_ascii_digit);
    let fraction = if is(whole, b".") { run(whole + 1, u8::is_ascii_digit) } else { 0 };
    let float = if is(whole, b".") && whole + fraction > 0 {
        exponent(whole + 1 + fraction)
    } else if whole > 0 && exponent(whole) > whole {
        exponent(whole)
    } else {
        0
    };
    let mut longest = float.max(decimal(0).unwrap_or(0));
    let imaginary_of =
        [float, decimal(0).unwrap_or(0), if is(0, b"0") { decimal(1).unwrap_or(0) } else { 0 }];
    for end in imaginary_of.into_iter().filter(|end| *end > 0 && is(*end, b"jJ")) {
        longest = longest.max(end + 1);
    }
    if is(0, b"0") {
        let hexadecimal = if is(1, b"xX") { run(2, u8::is_ascii_hexdigit) } else { 0 };
        if hexadecimal > 0 {
            longest = longest.max(long(2 + hexadecimal));
        }
        let octal = 1 + usize::from(is(1, b"oO"));
        longest = longest.max(long(octal + run(octal, |byte| matches!(byte, b'0'..=b'7'))));
        let binary = 1 + usize::from(is(1, b"bB"));
        longest = longest.max(long(binary + run(binary, |byte| matches!(byte, b'0' | b'1'))));
    }
    longest
}
