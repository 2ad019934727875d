//! Whether two contents of a file that the tests' runner shares with others say the same to it.
//!
//! The answer errs on one side: what cannot be read with certainty as the runner reads it counts as a change, and the file is put
//! back as a whole. So no difference between this reader and the runner's own gets anything past it.

/// The largest file that is compared part by part.
const LARGEST: usize = 1 << 20;

/// Characters at which Python ends a line and this does not.
const OTHER_LINE_ENDS: [char; 8] =
    ['\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Whether a file, if it is one that the runner shares, tells it the same in both contents; nothing is a file that is not there.
pub(crate) fn same(path: &str, one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
    if one == other {
        return true;
    }
    match path.rsplit('/').next().unwrap_or(path) {
        "pyproject.toml" => {
            matches!((in_toml(one), in_toml(other)), (Some(one), Some(other)) if one == other)
        }
        "setup.cfg" | "tox.ini" => {
            matches!((in_sections(one), in_sections(other)), (Some(one), Some(other)) if one == other)
        }
        _ => true,
    }
}

/// What `tool.pytest` holds (`ini_options`, and pytest 9's own keys), an empty table where there is none; no answer where the file
/// cannot be read.
fn in_toml(content: Option<&[u8]>) -> Option<toml::Value> {
    let nothing = || toml::Value::Table(toml::Table::new());
    let Some(content) = content else { return Some(nothing()) };
    if content.len() > LARGEST {
        return None;
    }
    let document: toml::Table = std::str::from_utf8(content).ok()?.parse().ok()?;
    Some(document.get("tool").and_then(|tool| tool.get("pytest")).cloned().unwrap_or_else(nothing))
}

/// The lines of all sections with `pytest` in their names; no answer where the file cannot be read.
fn in_sections(content: Option<&[u8]>) -> Option<Vec<&str>> {
    let Some(content) = content else { return Some(Vec::new()) };
    let text = std::str::from_utf8(content).ok()?;
    let odd = text.contains(OTHER_LINE_ENDS) || text.replace("\r\n", "\n").contains('\r');
    if content.len() > LARGEST || odd || text.starts_with('\u{feff}') {
        return None;
    }
    let mut inside = false;
    let lines = text.lines().filter(|line| {
        let header = line.trim_start().starts_with('[');
        let names = header && line.to_ascii_lowercase().contains("pytest");
        // Any header may begin a section, but only what is surely one ends it.
        inside = names || (inside && !is_header(line));
        inside
    });
    Some(lines.collect())
}

/// Whether iniconfig, which reads these files for pytest, takes a line for a section's header: it begins with a bracket, and ends with
/// the other one once comments are cut. A line that only begins so continues the value before it.
fn is_header(line: &str) -> bool {
    let code = |text: &str| text.split(['#', ';']).next().unwrap_or_default().trim_end().to_owned();
    line.starts_with('[') && code(line).ends_with(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same_texts(path: &str, one: &str, other: &str) -> bool {
        same(path, Some(one.as_bytes()), Some(other.as_bytes()))
    }

    #[test]
    fn other_parts_of_a_shared_file_may_change() {
        let cfg =
            |name: &str| format!("[metadata]\nname = {name}\n[tool:pytest]\naddopts = -q\n[bdist]\nx = 1\n");
        assert!(same_texts("setup.cfg", &cfg("a"), &cfg("b")));
        let toml = |name: &str| {
            format!("[project]\nname = \"{name}\"\n[tool.pytest.ini_options]\naddopts = \"-q\"\n")
        };
        assert!(same_texts("pyproject.toml", &toml("a"), &toml("b")));
        assert!(same("pyproject.toml", Some(b"[project]\nname = 'a'\n"), None));
    }

    #[test]
    fn attack_6_options_that_empty_the_suite_are_a_change() {
        let cases = [
            ("setup.cfg", "[tool:pytest]\n", "[tool:pytest]\naddopts = --deselect tests\n"),
            ("setup.cfg", "[metadata]\n", "[metadata]\n[tool:pytest] # x\naddopts = -k no\n"),
            ("tox.ini", "", "[pytest]\npython_files = none\n"),
            ("a/tox.ini", "", " [pytest]\npython_files = none\n"),
            ("pyproject.toml", "", "[tool.pytest.ini_options]\naddopts = '--deselect tests'\n"),
            ("pyproject.toml", "", "tool.\"pytest\".ini_options.addopts = '-k no'\n"),
            ("pyproject.toml", "", "[tool.pytest]\naddopts = ['-k', 'no']\n"),
        ];
        for (path, one, other) in cases {
            assert!(!same_texts(path, one, other), "{path} {other}");
        }
    }

    #[test]
    fn what_two_readers_may_read_otherwise_is_a_change() {
        let cases = [
            ("setup.cfg", "[metadata]\nname = a\u{c}[tool:pytest]\u{c}addopts = -k no\n"),
            ("setup.cfg", "[metadata]\nname = a\r[tool:pytest]\raddopts = -k no\n"),
            ("setup.cfg", "\u{feff}[tool:pytest]\n"),
            ("pyproject.toml", "this is = no = toml\n"),
        ];
        for (path, text) in cases {
            assert!(!same_texts(path, "[metadata]\nname = 'a'\n", text), "{path} {text:?}");
        }
        assert!(!same("setup.cfg", Some(b"\xff"), Some(b"")));
        let large = format!("#{}\n", "x".repeat(LARGEST));
        assert!(!same_texts("pyproject.toml", &large, ""));
    }

    /// What iniconfig 2 makes of a file (`_parse.py`: `parse_lines`, `_parseline`): sections, names and values; nothing where it
    /// refuses it. Kept apart from the reader above, which is held against it.
    fn iniconfig(text: &str) -> Option<Vec<(String, String, String)>> {
        let mut found: Vec<(String, Option<String>, String)> = Vec::new();
        let mut section: Option<String> = None;
        for line in text.lines() {
            let is_comment = line.trim_start().is_empty() || line.trim_start().starts_with(['#', ';']);
            let line = if is_comment { "" } else { line.trim_end() };
            let Some(first) = line.chars().next() else { continue };
            let mut continued = None;
            if first == '[' {
                let mut code = line;
                for comment in ['#', ';'] {
                    code = code.split(comment).next().unwrap().trim_end();
                }
                match code.strip_suffix(']') {
                    Some(name) if name.len() > 1 => {
                        section = Some(name[1..].to_owned());
                        found.push((name[1..].to_owned(), None, String::new()));
                    }
                    Some(_) => return None,
                    None => continued = Some(line.trim()),
                }
            } else if first.is_whitespace() {
                continued = Some(line.trim());
            } else {
                let by_equals = line.split_once('=').filter(|(name, _)| !name.contains(':'));
                let (name, value) = by_equals.or_else(|| line.split_once(':'))?;
                found.push((section.clone()?, Some(name.trim().to_owned()), value.trim().to_owned()));
            }
            if let Some(more) = continued {
                let (_, name, value) = found.last_mut()?;
                name.as_ref()?;
                *value = if value.is_empty() { more.to_owned() } else { format!("{value}\n{more}") };
            }
        }
        let named = |(section, name, value): (String, Option<String>, String)| Some((section, name?, value));
        Some(found.into_iter().filter_map(named).collect())
    }

    /// All files of up to four of these lines: where this reader says that two tell pytest the same, iniconfig must say so.
    #[test]
    fn no_two_files_that_iniconfig_reads_otherwise_are_the_same() {
        let lines = [
            "[tool:pytest]",
            "[x]",
            "[x",
            "[x ; ]",
            "[x] # y",
            " [x]",
            "addopts = -q",
            " -k no",
            "# [x]",
            "]",
            "",
        ];
        let mut by_reader = std::collections::BTreeMap::new();
        let mut compared = 0;
        for number in 0..lines.len().pow(4) {
            let places = (0..4).map(|place| number / lines.len().pow(place) % lines.len());
            let text: String = places.flat_map(|place| [lines[place], "\n"]).collect();
            let Some(values) = iniconfig(&text) else { continue };
            let of_pytest: Vec<_> =
                values.into_iter().filter(|(section, _, _)| section == "tool:pytest").collect();
            let read: Vec<String> =
                in_sections(Some(text.as_bytes())).unwrap().into_iter().map(str::to_owned).collect();
            compared += 1;
            let before = by_reader.entry(read).or_insert_with(|| (of_pytest.clone(), text.clone()));
            assert_eq!(before.0, of_pytest, "{:?} and {text:?} are told apart by iniconfig alone", before.1);
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn a_bracket_that_nothing_closes_ends_no_section() {
        let cfg = |options: &str| format!("[tool:pytest]\naddopts =\n[x\n {options}\n");
        assert!(!same_texts("setup.cfg", &cfg("-q"), &cfg("--deselect tests")));
        let cfg = |name: &str| format!("[tool:pytest]\naddopts = -q\n[metadata] ; x\nname = {name}\n");
        assert!(same_texts("setup.cfg", &cfg("a"), &cfg("b")));
    }

    #[test]
    fn files_of_other_names_are_the_predictions() {
        assert!(same_texts("shop/cart.py", "[pytest]", ""));
    }
}
