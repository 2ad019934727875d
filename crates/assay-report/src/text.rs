//! Foreign text made safe to show: what would act or hide is turned into something to see.

use assay_types::acts_or_hides;

/// A stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text that looks like what it is.
    Plain(&'a str),
    /// One character that would act on a terminal, or change or hide what a reader sees.
    Hidden(char),
}

/// Splits text into what can be shown and what cannot. Nothing is lost; line feeds and tabs are plain.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end =
            if is_hidden(first) { first.len_utf8() } else { rest.find(is_hidden).unwrap_or(rest.len()) };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(if is_hidden(first) { Piece::Hidden(first) } else { Piece::Plain(piece) })
    })
}

/// Whether a character acts, reorders or cannot be seen.
fn is_hidden(character: char) -> bool {
    acts_or_hides(character) && !matches!(character, '\n' | '\t')
}

/// A hidden character's escape, as Python writes it.
pub(crate) fn escape(character: char) -> String {
    match u32::from(character) {
        0x0d => "\\r".into(),
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// The text with escapes for hidden characters, in one line, cut to a number of characters.
#[must_use]
pub fn one_line(text: &str, most: usize) -> String {
    let mut line = String::new();
    // The cut comes first: a megabyte of evidence is not worth walking to its end.
    let (shown, cut) = cut(text.trim_end(), most);
    for piece in pieces(shown) {
        match piece {
            Piece::Plain(plain) => line.push_str(&plain.replace('\n', "\\n").replace('\t', " ")),
            Piece::Hidden(character) => line.push_str(&escape(character)),
        }
    }
    if cut > 0 {
        line.push('…');
    }
    line
}

/// The line with escapes for characters that act where it is shown; `acts` is asked about each and what comes after it.
pub(crate) fn escape_where(line: &str, acts: impl Fn(char, &str) -> bool) -> String {
    let mut shown = String::with_capacity(line.len());
    for (place, character) in line.char_indices() {
        if acts(character, &line[place + character.len_utf8()..]) {
            shown += &escape(character);
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a `<` before this text could open a tag, an end tag, a comment or an instruction.
pub(crate) fn opens_tag(after: &str) -> bool {
    after.starts_with(|next: char| next.is_ascii_alphabetic() || "/!?".contains(next))
}

/// The text's first characters, and how many are left out.
pub(crate) fn cut(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        None => (text, 0),
        Some((end, _)) => (&text[..end], text[end..].chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_or_hides_becomes_visible() {
        assert_eq!(
            one_line("a\u{1b}[31mb\0\u{202e}c\u{9b}\r\nd\u{e0041}", 99),
            r"a\x1b[31mb\x00\u202ec\x9b\r\nd\U000e0041"
        );
    }

    #[test]
    fn what_acts_is_told_by_itself_and_by_what_comes_after() {
        let tags = |character, after: &str| character == '<' && opens_tag(after);
        assert_eq!(escape_where("é<b> < 日<", tags), r"é\x3cb> < 日<");
        assert_eq!(escape_where("日\u{ffff}é", |character, _| character == '\u{ffff}'), r"日\uffffé");
    }

    #[test]
    fn ordinary_text_of_any_script_stays_as_it_is() {
        let text = "naïve Ελλάδα 日本語 עברית 🙂";
        assert_eq!(one_line(text, 99), text);
    }

    #[test]
    fn pieces_lose_nothing() {
        let text = "\u{feff}x\ty\n\u{7f}\u{7f}z";
        let again: String = pieces(text)
            .map(|piece| match piece {
                Piece::Plain(plain) => plain.to_owned(),
                Piece::Hidden(character) => character.to_string(),
            })
            .collect();
        assert_eq!(again, text);
    }

    #[test]
    fn a_cut_counts_characters_not_bytes() {
        assert_eq!(cut("äöü", 2), ("äö", 1));
        assert_eq!(one_line("äöü", 2), "äö…");
    }
}
