//! What differs between two protocols, to the byte.

use std::collections::BTreeMap;

use assay_types::{Task, TaskId};
use serde_json::Value;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::{Interface, Protocol};

/// More lines than this on a side are not compared line by line: the cost grows with lines times differences.
const MOST_LINES: usize = 4_000;

/// A protocol as what it says, field by field, in texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    fields: BTreeMap<String, Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    text: String,
    changes_answers: bool,
}

/// A field that two protocols say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its name.
    pub field: String,
    /// Whether it can change an answer.
    pub changes_answers: bool,
    /// The first byte that differs, from 0; none where one side does not have the field.
    pub byte: Option<usize>,
    /// The lines that differ, those of the first before those of the second, with their ends.
    pub lines: Vec<(Side, String)>,
}

/// Whose line it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first protocol's.
    First,
    /// The second's.
    Second,
}

impl Described {
    /// A protocol's file. What its templates make of an example is described too.
    #[must_use]
    pub fn of(protocol: &Protocol) -> Self {
        let mut described = Self::of_document(&protocol.document()).unwrap_or_default();
        for (name, interface) in [("chat", Interface::Chat), ("completion", Interface::Completion)] {
            if let Ok(text) = protocol.template(interface).render(&example()) {
                described.set(format!("prompt.{name}, rendered for an example"), text, true);
            }
        }
        for (name, model) in &protocol.models {
            let settings = serde_json::to_value(&model.settings).unwrap_or_default();
            described.set_all(&format!("models.{name}"), &settings, true);
            let interface = serde_json::to_value(model.interface).unwrap_or_default();
            described.set_all(&format!("models.{name}.interface"), &interface, true);
            let price = serde_json::to_value(model.price).unwrap_or_default();
            described.set_all(&format!("models.{name}.price"), &price, false);
        }
        let limits = serde_json::to_value(&protocol.limits).unwrap_or_default();
        described.set_all("limits", &limits, false);
        described.set("samples_per_task".to_owned(), protocol.samples_per_task.to_string(), false);
        described.set("benchmark".to_owned(), protocol.benchmark.clone().unwrap_or_default(), false);
        described
    }

    /// What a run's answers were asked by: the document that the store keeps ([`Protocol::document`]).
    #[must_use]
    pub fn of_document(document: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(document).ok()?;
        let mut described = Self::default();
        for (key, value) in document.as_object()? {
            match key.as_str() {
                "format" => {}
                "chat" | "completion" => described.set_all(&format!("prompt.{key}"), value, true),
                "sampling" => described.set_all("", value, true),
                _ => described.set_all(key, value, true),
            }
        }
        Some(described)
    }

    /// The fields and what they say, by their names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, field)| (name.as_str(), field.text.as_str()))
    }

    /// Adds what a run says of a model.
    pub fn set_model(&mut self, name: &str, model: &Value) {
        self.set_all(&format!("models.{name}"), model, true);
    }

    /// What the other says differently, by the names of fields. Fields that only one side knows of anything are not compared
    /// where `common` is set: a run does not say how fast it asked.
    #[must_use]
    pub fn differences(&self, other: &Self, common: bool) -> Vec<Difference> {
        let mut names: Vec<&String> = self.fields.keys().chain(other.fields.keys()).collect();
        names.sort();
        names.dedup();
        let mut differences = Vec::new();
        for name in names {
            let (first, second) = (self.fields.get(name), other.fields.get(name));
            if first == second || (common && (first.is_none() || second.is_none())) {
                continue;
            }
            let text = |field: Option<&Field>| field.map_or_else(String::new, |field| field.text.clone());
            let (old, new) = (text(first), text(second));
            let both = first.is_some() && second.is_some();
            differences.push(Difference {
                field: name.clone(),
                changes_answers: [first, second].into_iter().flatten().any(|field| field.changes_answers),
                byte: both.then(|| old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count()),
                lines: lines(&old, &new),
            });
        }
        differences
    }

    fn set(&mut self, name: String, text: String, changes_answers: bool) {
        self.fields.insert(name, Field { text, changes_answers });
    }

    /// A value, its fields one by one.
    fn set_all(&mut self, name: &str, value: &Value, changes_answers: bool) {
        match value {
            Value::Null => {}
            Value::Object(fields) => {
                for (key, value) in fields {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    self.set_all(&name, value, changes_answers);
                }
            }
            Value::String(text) => self.set(name.to_owned(), text.clone(), changes_answers),
            other => self.set(name.to_owned(), other.to_string(), changes_answers),
        }
    }
}

/// What templates are rendered for where there is no benchmark.
fn example() -> Task {
    let prompt = "def double(x):\n    \"\"\"Twice x.\"\"\"\n";
    match TaskId::new("example") {
        Ok(id) => Task::asking(id, "double", prompt),
        Err(error) => unreachable!("the example's name is a name: {error}"),
    }
}

/// The lines that differ.
fn lines(old: &str, new: &str) -> Vec<(Side, String)> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let all = |side, lines: &[&str]| lines.iter().map(|line| (side, (*line).to_owned())).collect::<Vec<_>>();
    if old.len().max(new.len()) > MOST_LINES {
        return all(Side::First, &old).into_iter().chain(all(Side::Second, &new)).collect();
    }
    let mut lines = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        for change in operation.iter_changes(&old, &new) {
            match change.tag() {
                ChangeTag::Equal => {}
                ChangeTag::Delete => lines.push((Side::First, change.value().to_owned())),
                ChangeTag::Insert => lines.push((Side::Second, change.value().to_owned())),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn protocol(text: &str) -> Protocol {
        Protocol::of_text(text, Path::new("/nowhere/assay.toml")).unwrap()
    }

    #[test]
    fn equal_protocols_do_not_differ_however_they_are_written() {
        let one = Described::of(&protocol("[protocol]\ntemperature = 0.1\n"));
        let other = Described::of(&protocol("# the defaults\n"));
        assert_eq!(one.differences(&other, false), []);
    }

    #[test]
    fn one_byte_of_a_text_is_found_at_its_place() {
        let one = Described::of(&protocol("[protocol]\nsystem = \"Be brief.\\nUse tabs.\""));
        let other =
            Described::of(&protocol("[protocol]\nsystem = \"Be brief.\\nUse tabs. \"\nconcurrency = 9"));
        let found = one.differences(&other, false);
        let names: Vec<_> =
            found.iter().map(|one| (one.field.as_str(), one.changes_answers, one.byte)).collect();
        assert_eq!(names, [("limits.concurrency", false, Some(0)), ("system", true, Some(19))]);
        let lines = [(Side::First, "Use tabs.".to_owned()), (Side::Second, "Use tabs. ".to_owned())];
        assert_eq!(found[1].lines, lines);
    }

    #[test]
    fn a_template_shows_what_it_makes() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.jinja"), "Do {{ entry_point }}.").unwrap();
        let path = folder.path().join("assay.toml");
        let mine = Protocol::of_text("[protocol.prompt]\nchat = \"mine.jinja\"", &path).unwrap();
        let found = Described::of(&protocol("")).differences(&Described::of(&mine), false);
        let rendered = found.iter().find(|one| one.field == "prompt.chat, rendered for an example").unwrap();
        assert_eq!(rendered.lines.last().unwrap(), &(Side::Second, "Do double.".to_owned()));
    }

    #[test]
    fn a_run_is_compared_with_a_file_in_what_both_say() {
        let file = protocol("[models.a]\nprovider = \"command\"\nmodel = \"m\"\ncommand = [\"x\"]");
        let run = Described::of_document(&file.document()).unwrap();
        assert_eq!(run.differences(&Described::of(&file), true), []);
        let other = protocol("[protocol]\nmax_tokens = 7");
        let found = run.differences(&Described::of(&other), true);
        assert_eq!(found.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), ["max_tokens"]);
    }
}
