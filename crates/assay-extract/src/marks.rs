//! Marks in a text that are no part of the answer, such as `</s>`, unless the answer only speaks of them.

/// How far a line is looked at around a mark, in bytes: a text of one line must not cost its square.
const WINDOW: usize = 400;

/// Where a mark stands for itself, from a place on: its start.
pub(crate) fn find(text: &str, mark: &str, from: usize) -> Option<usize> {
    let mut place = from;
    loop {
        let start = place + text[place..].find(mark)?;
        let end = start + mark.len();
        if !is_quoted(before(text, start), after(text, end)) {
            return Some(start);
        }
        place = end;
    }
}

/// The part of a mark's line before it.
pub(crate) fn before(text: &str, start: usize) -> &str {
    let mut from = start.saturating_sub(WINDOW);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = &text[from..start];
    window.rfind('\n').map_or(window, |end| &window[end + 1..])
}

/// The part of a mark's line after it.
fn after(text: &str, end: usize) -> &str {
    let mut to = text.len().min(end + WINDOW);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let window = &text[end..to];
    window.find('\n').map_or(window, |end| &window[..end])
}

/// Whether something between two parts of a line stands in quotes: in a string of code, or in Markdown's inline code.
fn is_quoted(before: &str, after: &str) -> bool {
    ['"', '\'', '`'].into_iter().any(|quote| quotes(before, quote) % 2 == 1 && quotes(after, quote) > 0)
}

/// How many quotes a text has; an apostrophe within a word is none.
fn quotes(text: &str, quote: char) -> usize {
    let within = |place: usize| {
        let letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        quote == '\'' && letter(text[..place].chars().next_back()) && letter(text[place + 1..].chars().next())
    };
    text.match_indices(quote).filter(|(place, _)| !within(*place)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_in_quotes_is_only_spoken_of() {
        for text in [
            "text.split('</s>')",
            r#"END = "</s>""#,
            "the token `</s>` ends",
            r#""""Cuts </s> off.""""#,
            r#"re.sub(r"<s>.*</s>", "", x)"#,
        ] {
            assert_eq!(find(text, "</s>", 0), None, "{text}");
        }
        for (text, place) in [
            ("return 'a'</s>", 10),
            ("don't</s>I'll", 5),
            ("\"\n</s>\"", 2),
            ("'</s>' and </s>", 11),
            ("it's the lists' end</s>Here's", 19),
        ] {
            assert_eq!(find(text, "</s>", 0), Some(place), "{text}");
        }
    }

    #[test]
    fn a_long_line_is_looked_at_in_part() {
        let text = format!("'{}</s>{}'", "é".repeat(1_000), "é".repeat(1_000));
        assert_eq!(find(&text, "</s>", 0), Some(2_001));
    }
}
