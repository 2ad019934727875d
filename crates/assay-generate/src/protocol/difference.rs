//! What differs between two protocols, to the byte.

use std::collections::{BTreeMap, BTreeSet};

use assay_types::{Task, TaskId};
use serde_json::{Map, Value};
use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::{Interface, Model, Protocol};
use crate::ProviderSettings;

/// More lines than this on a side are not compared line by line: the cost grows with lines times differences.
const MOST_LINES: usize = 4_000;

/// A protocol as what it says, field by field, in texts: as its file says it, or as a run kept it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Described {
    fields: BTreeMap<String, Field>,
    /// The models that a run asked; none of a file's.
    asked: Option<BTreeSet<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    text: String,
    changes_answers: bool,
    known_by: KnownBy,
}

/// Who can say a field at all. A run does not know how fast it was to ask, nor a file what its weights were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnownBy {
    Both,
    File,
    Run,
}

/// A model that a run asked, as its report says it.
#[derive(Debug, Clone)]
pub struct AskedAs<'a> {
    /// What the run is to call it: its name in the protocol, or the side that it was on.
    pub name: &'a str,
    /// The kind of provider.
    pub provider: &'a str,
    /// The model's name there.
    pub model: &'a str,
    /// By what it was asked.
    pub interface: Option<Interface>,
    /// See [`crate::ProviderSettings::of_requests`].
    pub settings: &'a Map<String, Value>,
    /// What only the run knows of it: where it was, its weights, which versions answered.
    pub found: &'a Value,
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
                let name = format!("prompt.{name}, rendered for an example");
                described.fields.insert(name, Field { text, changes_answers: true, known_by: KnownBy::File });
            }
        }
        for (name, model) in &protocol.models {
            described.set_model_of_file(&format!("models.{name}"), model);
        }
        let limits = serde_json::to_value(&protocol.limits).unwrap_or_default();
        described.set("limits", &limits, false, KnownBy::File);
        described.set("samples_per_task", &protocol.samples_per_task.into(), false, KnownBy::Both);
        let benchmark = serde_json::to_value(&protocol.benchmark).unwrap_or_default();
        described.set("benchmark", &benchmark, true, KnownBy::File);
        described
    }

    fn set_model_of_file(&mut self, name: &str, model: &Model) {
        // Whom a replay stands for is in its recording.
        let is_replay = matches!(model.settings, ProviderSettings::Replay(_));
        let shapes = model.settings.of_requests();
        if let Ok(Value::Object(settings)) = serde_json::to_value(&model.settings) {
            for (key, value) in settings.iter().filter(|(key, _)| !shapes.contains_key(*key)) {
                let is_who = !is_replay && ["provider", "model"].contains(&key.as_str());
                let known_by = if is_who { KnownBy::Both } else { KnownBy::File };
                self.set(&format!("{name}.{key}"), value, true, known_by);
            }
        }
        self.set(name, &Value::Object(shapes), true, KnownBy::Both);
        let interface = serde_json::to_value(model.interface).unwrap_or_default();
        self.set(&format!("{name}.interface"), &interface, true, KnownBy::Both);
        let price = serde_json::to_value(model.price).unwrap_or_default();
        self.set(&format!("{name}.price"), &price, false, KnownBy::File);
    }

    /// What a run's answers were asked by: the document that the store keeps ([`Protocol::document`]).
    #[must_use]
    pub fn of_document(document: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(document).ok()?;
        let mut described = Self::default();
        for (key, value) in document.as_object()? {
            match key.as_str() {
                "format" => {}
                "chat" | "completion" => {
                    described.set(&format!("prompt.{key}"), value, true, KnownBy::Both);
                }
                "sampling" => described.set("", value, true, KnownBy::Both),
                _ => described.set(key, value, true, KnownBy::Both),
            }
        }
        Some(described)
    }

    /// What a run's answers were asked by, and of whom.
    #[must_use]
    pub fn of_run(document: &[u8], samples_per_task: u32, models: &[AskedAs<'_>]) -> Option<Self> {
        let mut described = Self::of_document(document)?;
        described.set("samples_per_task", &samples_per_task.into(), false, KnownBy::Both);
        for model in models {
            let name = format!("models.{}", model.name);
            described.set(&format!("{name}.provider"), &model.provider.into(), true, KnownBy::Both);
            described.set(&format!("{name}.model"), &model.model.into(), true, KnownBy::Both);
            let interface = serde_json::to_value(model.interface).unwrap_or_default();
            described.set(&format!("{name}.interface"), &interface, true, KnownBy::Both);
            described.set(&name, &Value::Object(model.settings.clone()), true, KnownBy::Both);
            described.set(&name, model.found, true, KnownBy::Run);
        }
        described.asked = Some(models.iter().map(|model| model.name.to_owned()).collect());
        Some(described)
    }

    /// Adds which benchmark a run was of: its name, its version, its digest.
    pub fn set_benchmark(&mut self, benchmark: &Value) {
        self.set("benchmark", benchmark, true, KnownBy::Run);
    }

    /// The fields and what they say, by their names.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, field)| (name.as_str(), field.text.as_str()))
    }

    /// What the other says differently, by the names of fields. Between a file and a run it is what both could say, of the models
    /// that the run asked; between two of a kind it is everything.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let mut names: Vec<&String> = self.fields.keys().chain(other.fields.keys()).collect();
        names.sort();
        names.dedup();
        let mut differences = Vec::new();
        for name in names {
            let (first, second) = (self.fields.get(name), other.fields.get(name));
            if first == second || !self.both_could_say(other, name) {
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

    fn both_could_say(&self, other: &Self, name: &str) -> bool {
        let asked = match (&self.asked, &other.asked) {
            (Some(_), Some(_)) | (None, None) => return true,
            (Some(asked), None) | (None, Some(asked)) => asked,
        };
        let fields = [self.fields.get(name), other.fields.get(name)];
        let is_common = fields.into_iter().flatten().all(|field| field.known_by == KnownBy::Both);
        let was_asked = name.strip_prefix("models.").is_none_or(|rest| {
            asked
                .iter()
                .any(|model| rest.strip_prefix(model.as_str()).is_some_and(|key| key.starts_with('.')))
        });
        is_common && was_asked
    }

    /// A value, its fields one by one. What is null is not said.
    fn set(&mut self, name: &str, value: &Value, changes_answers: bool, known_by: KnownBy) {
        let text = match value {
            Value::Null => return,
            Value::Object(fields) => {
                for (key, value) in fields {
                    let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    self.set(&name, value, changes_answers, known_by);
                }
                return;
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.fields.insert(name.to_owned(), Field { text, changes_answers, known_by });
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
        assert_eq!(one.differences(&other), []);
    }

    #[test]
    fn one_byte_of_a_text_is_found_at_its_place() {
        let one = Described::of(&protocol("[protocol]\nsystem = \"Be brief.\\nUse tabs.\""));
        let other =
            Described::of(&protocol("[protocol]\nsystem = \"Be brief.\\nUse tabs. \"\nconcurrency = 9"));
        let found = one.differences(&other);
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
        let found = Described::of(&protocol("")).differences(&Described::of(&mine));
        let rendered = found.iter().find(|one| one.field == "prompt.chat, rendered for an example").unwrap();
        assert_eq!(rendered.lines.last().unwrap(), &(Side::Second, "Do double.".to_owned()));
    }

    const MODEL: &str =
        "[models.a]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"http://127.0.0.1:1/v1\"\n";

    /// A run of that file's model `a`.
    fn run(file: &Protocol, found: &Value) -> Described {
        let model = &file.models["a"];
        let settings = model.settings.of_requests();
        let asked = AskedAs {
            name: "a",
            provider: "openai",
            model: "m",
            interface: Some(model.interface),
            settings: &settings,
            found,
        };
        Described::of_run(&file.document(), file.samples_per_task, &[asked]).unwrap()
    }

    fn names(found: &[Difference]) -> Vec<&str> {
        found.iter().map(|one| one.field.as_str()).collect()
    }

    #[test]
    fn a_run_is_compared_with_a_file_in_what_both_can_say() {
        let file =
            protocol(&format!("{MODEL}[models.b]\nprovider = \"command\"\nmodel = \"m\"\ncommand = [\"x\"]"));
        let run = run(&file, &serde_json::json!({ "address": "http://127.0.0.1:1/v1" }));
        assert_eq!(run.differences(&Described::of(&file)), []);
        let other = protocol(&format!(
            "[protocol]\nmax_tokens = 7\nseed = 1\nsystem = \"Be brief.\"\n{MODEL}extra.top_k = 40\nomit = [\"top_p\"]"
        ));
        for found in [run.differences(&Described::of(&other)), Described::of(&other).differences(&run)] {
            assert_eq!(
                names(&found),
                ["max_tokens", "models.a.extra.top_k", "models.a.omit", "seed", "system"]
            );
        }
    }

    #[test]
    fn two_runs_are_compared_in_everything() {
        let found = serde_json::json!({ "address": "http://127.0.0.1:1/v1", "weights": { "w.gguf": "00" } });
        let moved = serde_json::json!({ "address": "http://127.0.0.1:2/v1", "weights": { "w.gguf": "01" } });
        let file = protocol(MODEL);
        let mut one = run(&file, &found);
        assert_eq!(one.differences(&run(&file, &found)), []);
        one.set_benchmark(&serde_json::json!({ "name": "starter" }));
        let seeded = protocol(&format!(
            "[protocol]\nseed = 1\nsamples_per_task = 3\n{MODEL}max_tokens_key = \"max_completion_tokens\""
        ));
        let expected = [
            "benchmark.name",
            "models.a.address",
            "models.a.max_tokens_key",
            "models.a.weights.w.gguf",
            "samples_per_task",
            "seed",
        ];
        assert_eq!(names(&one.differences(&run(&seeded, &moved))), expected);
    }
}
