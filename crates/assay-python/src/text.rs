//! What Python takes for blanks (`str.strip` of `CPython` 3.11) and for ends of lines.

/// Whether `str.isspace` holds for a character: Unicode's white space, and the four separators of ASCII.
pub(crate) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// How many lines end in a part of a source file, for the parser: at a line feed, a carriage return, or both.
pub(crate) fn line_ends(source: &str) -> usize {
    source.matches(['\n', '\r']).count() - source.matches("\r\n").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_feeds_returns_and_both() {
        assert_eq!(line_ends("a\nb\r\nc\rd"), 3);
    }
}
