//! What a line is, as far as it tells by itself.

use std::sync::Arc;

use assay_python::{Module, PythonVersion};

use crate::indents::indent;

/// The longest line that is parsed to see whether it is code, in bytes.
const LONGEST: usize = 2_000;

/// Whether a line reads like Python rather than prose: it begins with a word of Python, and goes on as that must.
pub(crate) fn reads_like_code(line: &str) -> bool {
    let line = line.trim();
    if line.len() > LONGEST {
        return line.starts_with("def ") || line.starts_with("class ");
    }
    let word = line.split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    let parses = |text: String| Module::parse(Arc::from(text), PythonVersion::latest()).is_ok();
    let unfinished = || line.ends_with(['(', '[', '{', '\\']);
    match word {
        "def" | "async" => line.contains('(') && (line.starts_with("def ") || line.starts_with("async def ")),
        "class" => {
            let name = line["class".len()..].trim_start();
            let rest =
                name.trim_start_matches(|character: char| character.is_alphanumeric() || character == '_');
            rest.len() < name.len() && (rest.trim().is_empty() || rest.trim_start().starts_with(['(', ':']))
        }
        "print" => line.starts_with("print("),
        "import" | "from" => parses(line.to_owned()) || (line.contains("import") && unfinished()),
        "return" => parses(format!("def f():\n {line}")) || unfinished(),
        "for" | "if" | "while" | "with" | "try" => line.ends_with(':') && parses(block(line)),
        _ => line.starts_with('@') && parses(format!("{line}\ndef f(): pass")),
    }
}

/// A statement with the head that a line is.
fn block(head: &str) -> String {
    if head.starts_with("try") { format!("{head} pass\nfinally: pass") } else { format!("{head} pass") }
}

/// Whether a module's code may begin with a line.
pub(crate) fn begins_module(line: &str) -> bool {
    const WORDS: [&str; 6] = ["import ", "from ", "def ", "async def ", "class ", "@"];
    let assigns = || {
        line.split_once('=').is_some_and(|(name, _)| {
            let name = name.trim_end();
            !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || character == '_')
        })
    };
    WORDS.iter().any(|word| line.starts_with(word)) || assigns()
}

/// Whether a line begins a statement of the module.
pub(crate) fn begins_statement(line: &str) -> bool {
    const CONTINUING: [&str; 4] = ["else", "elif ", "except", "finally"];
    indent(line).is_empty()
        && !line.trim().is_empty()
        && !line.starts_with([')', ']', '}', '#', '"', '\''])
        && !CONTINUING.iter().any(|word| line.starts_with(word))
}

/// Whether a line begins the definition of a name.
pub(crate) fn defines(line: &str, name: &str) -> bool {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = line.strip_prefix("def ").or_else(|| line.strip_prefix("class "));
    rest.and_then(|rest| rest.trim_start().strip_prefix(name))
        .is_some_and(|rest| rest.trim_start().starts_with(['(', ':', '[']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_python_alone_make_no_code() {
        for line in [
            "def f(x)",
            "async def f():",
            "class C",
            "class C(B):",
            "import os, sys",
            "from os import (",
            "return",
            "    return x + 1",
            "return [",
            "print(1)",
            "for x in y:",
            "if x == 1:",
            "while True:",
            "with open(p) as file:",
            "try:",
            "@cache",
        ] {
            assert!(reads_like_code(line), "{line}");
        }
        for line in [
            "",
            "Define it:",
            "class dismissed. With this:",
            "import nothing, and",
            "from there to here",
            "return the sum",
            "returning it",
            "for example:",
            "if you want:",
            "while it lasts:",
            "with this approach:",
            "try this:",
            "@home we rest",
        ] {
            assert!(!reads_like_code(line), "{line}");
        }
    }
}
