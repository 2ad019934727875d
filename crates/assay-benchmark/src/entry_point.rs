//! Names of the function or class that a task's tests call.

use unicode_ident::{is_xid_continue, is_xid_start};

/// The longest name.
const NAME_BYTES: usize = 200;

/// Words that Python keeps for itself (Python 3.14, "Keywords"), which no definition can have for a name.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Says why a name cannot be an entry point; it must be one that Python can define (Python 3.14, "Names").
pub(crate) fn check(name: &str) -> Result<(), String> {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|first| first == '_' || is_xid_start(first));
    if starts && letters.all(is_xid_continue) && name.len() <= NAME_BYTES && !KEYWORDS.contains(&name) {
        return Ok(());
    }
    let shown: String = name.chars().take(80).collect();
    Err(format!("`entry_point` must be a name that Python can define, and {shown:?} is none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_python_are_accepted() {
        for name in ["f", "_", "Stack", "parse_duration", "x1", "größe", "数"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn other_names_are_refused() {
        let long = "x".repeat(NAME_BYTES + 1);
        for name in
            ["", "1f", "a b", "a.b", "f()", "f\n", "x²", "class", "None", "f;import os", "\u{1b}[2J", &long]
        {
            assert!(check(name).unwrap_err().contains("a name that Python can define"), "{name}");
        }
    }
}
