//! Just enough of Python's lexical rules to colour it. The tokens joined are the text, whatever the text is.

/// What a stretch of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything else.
    Plain,
    /// A keyword.
    Keyword,
    /// A string literal, with prefix and quotes.
    Text,
    /// A comment.
    Comment,
    /// A number.
    Number,
}

/// Not `match` and `case`: they are names more often than keywords.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The code as tokens, in order and without gaps.
pub(super) fn tokens(code: &str) -> Vec<(Kind, &str)> {
    let mut tokens: Vec<(Kind, &str)> = Vec::new();
    let (mut start, mut plain_from) = (0, 0);
    while let Some(first) = code[start..].chars().next() {
        let rest = &code[start..];
        let (kind, length) = token(rest, first);
        if kind != Kind::Plain {
            if plain_from < start {
                tokens.push((Kind::Plain, &code[plain_from..start]));
            }
            tokens.push((kind, &rest[..length]));
            plain_from = start + length;
        }
        start += length;
    }
    if plain_from < code.len() {
        tokens.push((Kind::Plain, &code[plain_from..]));
    }
    tokens
}

/// What the text starts with, and for how many bytes (at least one character).
fn token(rest: &str, first: char) -> (Kind, usize) {
    let run = |belongs: fn(char) -> bool| rest.find(|next| !belongs(next)).unwrap_or(rest.len());
    match first {
        '#' => (Kind::Comment, run(|next| next != '\n')),
        '"' | '\'' => (Kind::Text, string(rest)),
        '0'..='9' => (Kind::Number, run(|next| next.is_ascii_alphanumeric() || next == '_' || next == '.')),
        _ if first.is_alphabetic() || first == '_' => {
            let length = run(|next| next.is_alphanumeric() || next == '_');
            let (word, after) = rest.split_at(length);
            let is_prefix = length <= 2 && word.chars().all(|letter| "rRbBuUfFtT".contains(letter));
            if is_prefix && after.starts_with(['"', '\'']) {
                (Kind::Text, length + string(after))
            } else if KEYWORDS.contains(&word) {
                (Kind::Keyword, length)
            } else {
                (Kind::Plain, length)
            }
        }
        _ => (Kind::Plain, first.len_utf8()),
    }
}

/// The length of the string literal that the text starts with; an open one ends with its line or, in triple quotes,
/// with the text.
fn string(rest: &str) -> usize {
    let triple = rest.starts_with("\"\"\"") || rest.starts_with("'''");
    let quote = if triple { &rest[..3] } else { &rest[..1] };
    let mut place = quote.len();
    while let Some(next) = rest[place..].chars().next() {
        if rest[place..].starts_with(quote) {
            return place + quote.len();
        }
        if next == '\n' && !triple {
            return place;
        }
        place += next.len_utf8();
        if next == '\\' {
            place += rest[place..].chars().next().map_or(0, char::len_utf8);
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: Kind, code: &str) -> Vec<&str> {
        tokens(code).into_iter().filter(|token| token.0 == kind).map(|token| token.1).collect()
    }

    #[test]
    fn the_parts_of_a_function() {
        let code = "def f(x):  # note\n    return rf'{x}\\'' + \"\"\"a\n'b'\"\"\" if x else 0x_1f + b2\n";
        assert_eq!(of(Kind::Keyword, code), ["def", "return", "if", "else"]);
        assert_eq!(of(Kind::Text, code), ["rf'{x}\\''", "\"\"\"a\n'b'\"\"\""]);
        assert_eq!(of(Kind::Comment, code), ["# note"]);
        assert_eq!(of(Kind::Number, code), ["0x_1f"]);
    }

    #[test]
    fn no_text_is_lost_or_altered() {
        let odd = [
            "",
            "'",
            "'''",
            "\"\\",
            "f'é\\",
            "'\\\u{1f642}",
            "#",
            "1.",
            "ß'x\ny'",
            "é\u{301}\0\r\n\t",
            "\\",
            "'a\\\n'b",
        ];
        let files = crate::fixtures::all().into_iter().flat_map(|(_, report)| report.tasks_lost);
        let codes = files.filter_map(|task| task.candidate_example).map(|example| example.code);
        for code in odd.into_iter().map(str::to_owned).chain(codes) {
            let joined: String = tokens(&code).into_iter().map(|token| token.1).collect();
            assert!(joined == code, "{code:.80?}");
        }
        // Every short text over an awkward alphabet.
        let alphabet = ['\'', '"', '\\', '\n', '#', 'r', '0', 'é'];
        for number in 0..8usize.pow(5) {
            let code: String = (0..5u32).map(|digit| alphabet[number / 8usize.pow(digit) % 8]).collect();
            let joined: String = tokens(&code).into_iter().map(|token| token.1).collect();
            assert_eq!(joined, code);
        }
    }
}
