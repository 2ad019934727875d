//! Foreign text behind a mark of ours, harmless and cut.

use crate::output::harmless;

/// Lines of a text that are shown; the rest is in `--json`.
const MOST_LINES: usize = 2_000;
/// Characters of a line that are shown.
pub(super) const MOST_CHARACTERS: usize = 400;

/// Foreign lines, each behind its mark.
pub(in super::super) fn quoted<'a>(lines: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut text = String::new();
    let mut left_out = 0;
    for (place, (mark, line)) in lines.enumerate() {
        if place >= MOST_LINES {
            left_out += 1;
            continue;
        }
        text += format!("{mark}{}", line_of(line, MOST_CHARACTERS)).trim_end();
        text.push('\n');
    }
    if left_out > 0 {
        text += &format!("… and {left_out} more lines: --json has all\n");
    }
    text
}

/// Foreign text in one line, harmless and cut.
pub(in super::super) fn line_of(text: &str, most: usize) -> String {
    let (shown, cut) = match text.char_indices().nth(most) {
        None => (text, ""),
        Some((end, _)) => (&text[..end], " …"),
    };
    harmless(shown).replace('\n', "\\n") + cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_and_cut() {
        assert_eq!(line_of("a\nb\u{202e}", 9), "a\\nb\\u{202e}");
        assert_eq!(line_of("abcdef", 3), "abc …");
    }
}
