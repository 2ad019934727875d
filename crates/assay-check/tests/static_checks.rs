//! The document of the static checks says what they are.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use assay_check::static_checks::{CODE_DUPLICATION, COMMENT_DUPLICATION, STATIC_CHECKS, SYNTAX_ERROR};
use assay_python::{RULES, Rule};

const BEGINNING: &str = "\
# Static checks

What assay reads from a sample's code, without running it: ReCatcher's eight inefficiencies. Each is a row of the report. A
sample is flagged once by a check, however often it sins. [configuration.md](configuration.md) says how checks are switched
off and thresholds set, and what counts.

The rules are assay's own and say what Pylint 4.1 says, message by message (docs/evidence/pylint_agreement.md); duplicates are
those of PMD-CPD 7.28 (docs/evidence/cpd_agreement.md). `--static-engine pylint` has those tools judge instead, Python's difflib
for comments, and assay only what Pylint has no message for: docs/configuration.md says what it needs. This page is made of the rules themselves
(`crates/assay-python/src/rules`), whose examples are their tests.
";

/// What checks without rules of their own do.
const OTHERS: [(&str, &str); 3] = [
    (
        SYNTAX_ERROR,
        "Code that Python does not compile (Pylint's E0001), by the grammar of the environment's Python.",
    ),
    (
        CODE_DUPLICATION,
        "A run of tokens, ten at least, that occurs twice in the sample, as PMD-CPD finds it: names count, so a copy with \
         other names is none; comments, line ends and indentation are no tokens. Ten is what ReCatcher asks for, and ordinary \
         code of twenty lines often has such a run.",
    ),
    (
        COMMENT_DUPLICATION,
        "Four pairs of comments, each on a line of its own, that are alike: difflib's ratio is 0.9 at least. By \
         `--static-profile authors-code` it is one text that takes part four times.",
    ),
];

fn documented() -> String {
    let mut text = BEGINNING.to_owned();
    for check in &STATIC_CHECKS {
        let aspect = serde_json::to_value(check.aspect).unwrap();
        write!(text, "\n## `{}`\n\nOf {}: {}.\n", check.name, aspect.as_str().unwrap(), check.flags).unwrap();
        for (_, says) in OTHERS.iter().filter(|(name, _)| *name == check.name) {
            write!(text, "\n{says}\n").unwrap();
        }
        for rule in RULES.iter().filter(|rule| rule.check() == check.name) {
            text += &section(*rule);
        }
    }
    text
}

fn section(rule: &dyn Rule) -> String {
    let ids = rule.pylint().join(", ");
    let equals = if ids.is_empty() { "no message of Pylint's".to_owned() } else { ids };
    let mut text = format!("\n### `{}` ({equals})\n\n{}\n", rule.name(), rule.says());
    if rule.name() == "inconsistent_return" {
        text += "\nOnly by `--static-profile authors-code`, whose program counts it here.\n";
    }
    for (word, examples) in [("Flagged", rule.bad()), ("Not flagged", rule.good())] {
        for example in examples.iter().take(2) {
            write!(text, "\n{word}:\n\n").unwrap();
            for line in example.lines() {
                text += format!("    {line}").trim_end();
                text.push('\n');
            }
        }
    }
    text
}

#[test]
fn the_document_says_what_the_checks_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/static-checks.md");
    let wanted = documented();
    if std::env::var_os("ASSAY_WRITE_DOCUMENTS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/static-checks.md is old: run this test with ASSAY_WRITE_DOCUMENTS=1 to write it again"
    );
}
