//! What is known of a language and its tools: which files are source and which are tests, who runs them, what a name is.

mod python;

pub use python::Python;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    /// The program or library itself.
    Source,
    /// Tests, and what they read.
    Test,
    /// What says what the project needs and how it is built.
    Metadata,
    /// Everything else: documentation, change logs, continuous integration, examples.
    Other,
}

/// A language with its customs. An implementation must pass `conformance` of this module's tests.
pub trait Ecosystem: Sync {
    /// Its name, such as `python`.
    fn name(&self) -> &'static str;

    /// What a file is for, by its path.
    fn role(&self, path: &str) -> FileRole;

    /// Who runs a file of tests, by its content; nothing if nobody known does.
    fn runner(&self, tests: &str) -> Option<&'static str>;

    /// A text with spaces for its comments and strings.
    fn code(&self, text: &str) -> String;

    /// The names in code, in order.
    fn names<'code>(&self, code: &'code str) -> Vec<&'code str>;

    /// The name that a line makes for others to use, such as a public function's.
    fn public_name<'line>(&self, line: &'line str) -> Option<&'line str>;

    /// Whether a line of source asks for the version of its environment or copes with several.
    fn adapts(&self, line: &str) -> bool;
}

/// All that are known.
#[must_use]
pub fn ecosystems() -> [&'static dyn Ecosystem; 1] {
    [&Python]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ecosystem_keeps_to_the_contract() {
        for ecosystem in ecosystems() {
            assert!(!ecosystem.name().is_empty());
            // Whatever the text, there is an answer.
            for text in
                ["", "/", "tests/", "ä/ö.py", "\0", "def", "def (", "class :", "a.b.c", &"x".repeat(10_000)]
            {
                ecosystem.role(text);
                ecosystem.runner(text);
                ecosystem.adapts(text);
                assert!(ecosystem.code(text).len() <= text.len());
                for name in ecosystem.names(text).into_iter().chain(ecosystem.public_name(text)) {
                    assert!(!name.is_empty() && text.contains(name));
                }
            }
            assert_eq!(ecosystem.role("README"), FileRole::Other);
            assert_eq!(ecosystem.runner("nothing of the kind"), None);
        }
    }
}
