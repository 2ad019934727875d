//! What a line is, as far as it tells by itself.

use crate::indents::indent;

/// Whether a line reads like Python rather than prose.
pub(crate) fn reads_like_code(line: &str) -> bool {
    const BEGINNINGS: [&str; 7] = ["def ", "class ", "import ", "return ", "async def ", "print(", "@"];
    const HEADS: [&str; 5] = ["for ", "if ", "while ", "with ", "try"];
    let line = line.trim();
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
        || (line.starts_with("from ") && line.contains(" import "))
        || (line.ends_with(':') && HEADS.iter().any(|head| line.starts_with(head)))
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
