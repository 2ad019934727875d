//! What Python takes for blanks and for ends of lines in a string (`str.strip` and `str.splitlines` of `CPython` 3.11).

/// Whether `str.isspace` holds for a character: Unicode's white space, and the four separators of ASCII.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// A text's lines as `str.splitlines` gives them: more characters end a line than do for Python's parser.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends_line = |character: char| {
        matches!(character, '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = match rest.find(ends_line) {
            Some(end) if rest[end..].starts_with("\r\n") => (&rest[..end], &rest[end + 2..]),
            Some(end) => (&rest[..end], &rest[end + rest[end..].chars().next().map_or(0, char::len_utf8)..]),
            None => (rest, ""),
        };
        rest = after;
        Some(line)
    })
}

/// How many lines end in a part of a source file, for the parser: at a line feed, a carriage return, or both.
pub(crate) fn line_ends(source: &str) -> usize {
    let bytes = source.as_bytes();
    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
    let returns = bytes.iter().filter(|byte| **byte == b'\r').count();
    feeds + returns - bytes.windows(2).filter(|pair| pair == b"\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_where_python_ends_them() {
        let text = "a\nb\r\nc\rd\x0be\x0cf\x1cg\u{85}h\u{2028}i\n\nj";
        assert_eq!(lines(text).collect::<Vec<_>>(), ["a", "b", "c", "d", "e", "f", "g", "h", "i", "", "j"]);
        assert_eq!(lines("a\n").collect::<Vec<_>>(), ["a"]);
        assert_eq!(lines("").count(), 0);
        assert_eq!(line_ends("a\nb\r\nc\rd"), 3);
    }
}
