//! The indents that a body may have lost or gained on its way.

/// Indent of the body that a prompt begins: that of its last line with something on it.
pub(crate) fn of_body(prompt: &str) -> &str {
    let last = prompt.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    match indent(last) {
        // The prompt ends with the function's head.
        "" => "    ",
        indent => indent,
    }
}

/// Indent of the last method of a prompt's last class.
fn of_methods(prompt: &str) -> Option<&str> {
    let mut methods = prompt.lines().rev().filter(|line| {
        let head = line.trim_start();
        head.starts_with("def ") || head.starts_with("async def ")
    });
    methods.next().map(indent).filter(|indent| !indent.is_empty())
}

/// The white space that a line begins with.
pub(crate) fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// A text without the indent that all its lines share; nothing where they share none.
pub(crate) fn without_common(text: &str) -> Option<String> {
    let common = common(text.lines())?;
    let strip = |line: &str| {
        line.strip_prefix(common).unwrap_or_else(|| line.trim_start_matches([' ', '\t'])).to_owned()
    };
    (!common.is_empty()).then(|| text.split_inclusive('\n').map(strip).collect())
}

fn common<'a>(lines: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let indents = lines.filter(|line| !line.trim().is_empty()).map(indent);
    indents.reduce(|common, other| {
        let shared = common.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        &common[..shared]
    })
}

/// The ways in which a text may be meant as the body of a prompt's function, likelier ones first.
pub(crate) fn bodies(prompt: &str, text: &str) -> Vec<String> {
    let text = text.trim_start_matches('\n');
    let wanted = of_body(prompt);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let inner = first.trim_start_matches([' ', '\t']);
    let mut ways = vec![
        text.to_owned(),
        // The first line alone has lost its indent, or has it twice.
        format!("{wanted}{inner}\n{rest}"),
    ];
    let level = without_common(text);
    // Methods of a class that the prompt ends in the middle of.
    let leveled = level.as_deref().unwrap_or(text);
    if ["def ", "async def ", "@"].iter().any(|beginning| leveled.starts_with(beginning)) {
        ways.extend(of_methods(prompt).map(|indent| format!("\n{}", indented(leveled, indent))));
    }
    // All of it has none, or another one.
    ways.push(indented(leveled, wanted));
    // The first line has lost its indent, and the others have another one than the prompt.
    if let Some(rest) = without_common(rest) {
        ways.push(indented(&format!("{inner}\n{rest}"), wanted));
    }
    ways
}

fn indented(text: &str, indent: &str) -> String {
    let line = |line: &str| if line.trim().is_empty() { line.to_owned() } else { format!("{indent}{line}") };
    text.split_inclusive('\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_indented_as_its_prompt_ends() {
        assert_eq!(of_body("def f():\n    \"\"\"Doc.\"\"\"\n"), "    ");
        assert_eq!(of_body("def f():\n\t'''Doc.'''\n\n"), "\t");
        assert_eq!(of_body("def f():\n"), "    ");
    }

    #[test]
    fn a_common_indent_is_taken_off() {
        assert_eq!(without_common("  a\n\n    b\n").as_deref(), Some("a\n\n  b\n"));
        assert_eq!(without_common("a\n  b\n"), None);
        assert_eq!(without_common(""), None);
    }
}
