//! What is wrong with a plug-in. Always the plug-in's author's to mend.

use assay_sandbox::CapturedOutput;

/// The most lines and characters of a line that are shown of what a plug-in prints on standard error.
const MOST_LINES: usize = 20;
const MOST_CHARACTERS: usize = 200;

/// Why a plug-in gives no row, and so there is no report.
#[derive(Debug, thiserror::Error)]
#[error(
    "the plug-in {name} {problem}\n  there is no report, since samples that it did not answer are not clean; what the tests found is stored\n  docs/plug-ins.md says what a plug-in is given and what it must print{said}"
)]
pub struct PluginError {
    name: String,
    problem: String,
    /// What it printed on standard error, cut. Untrusted text.
    said: String,
}

impl PluginError {
    /// An error of the plug-in of that name, with what it printed on standard error.
    pub(crate) fn new(name: &str, problem: String, errors: &CapturedOutput) -> Self {
        Self { name: name.to_owned(), problem, said: said(errors) }
    }
}

/// The last lines of what was printed, each behind a bar.
fn said(errors: &CapturedOutput) -> String {
    let bytes = [errors.head.as_slice(), errors.tail.as_slice()].concat();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        return "\n  it printed nothing on standard error".to_owned();
    }
    let last = &lines[lines.len().saturating_sub(MOST_LINES)..];
    let shown = last.iter().map(|line| {
        let cut: String = line.chars().take(MOST_CHARACTERS).collect();
        format!("\n  | {cut}{}", if cut.len() < line.len() { " …" } else { "" })
    });
    format!("\n  it printed on standard error:{}", shown.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_shown_each_cut() {
        let lines: Vec<String> = (0..100).map(|line| format!("line {line} {}\n", "x".repeat(300))).collect();
        let errors = CapturedOutput { head: lines.concat().into_bytes(), ..CapturedOutput::default() };
        let text = PluginError::new("todo", "ended with exit code 1".to_owned(), &errors).to_string();
        assert!(text.starts_with("the plug-in todo ended with exit code 1\n"), "{text}");
        assert!(!text.contains("line 79 ") && text.contains("\n  | line 80 "), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 210), "{text}");
    }
}
