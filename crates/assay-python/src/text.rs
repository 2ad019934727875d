//! What Python takes for blanks (`str.strip` of `CPython` 3.11) and for ends of lines.

/// Whether `str.isspace` holds for a character: Unicode's white space, and the four separators of ASCII.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// How many lines end in a part of a source file, for the parser: at a line feed, a carriage return, or both.
pub(crate) fn line_ends(source: &str) -> usize {
    source.matches(['\n', '\r']).count() - source.matches("\r\n").count()
}

/// Lines as `str.splitlines` has them, each as `str.strip` leaves it.
pub(crate) fn stripped_lines(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = |character| matches!(character, '\n'..='\r' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}');
        let at = rest.find(ends).unwrap_or(rest.len());
        let (line, end) = rest.split_at(at);
        let one = end.chars().next().map_or(0, char::len_utf8);
        rest = &end[if end.starts_with("\r\n") { 2 } else { one }..];
        Some(line.trim_matches(is_blank))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_feeds_returns_and_both() {
        assert_eq!(line_ends("a\nb\r\nc\rd"), 3);
    }

    #[test]
    fn lines_are_split_as_python_splits_them() {
        let lines: Vec<&str> = stripped_lines(" a \r\n\n\tb\x0cc\u{85}d\u{2028}\u{a0}e\rf\n").collect();
        assert_eq!(lines, ["a", "", "b", "c", "d", "e", "f"]);
        assert_eq!(stripped_lines("").count(), 0);
    }
}
