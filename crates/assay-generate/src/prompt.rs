//! Prompts: from a task and a template to the text that a model reads.
//!
//! Templates are `MiniJinja`'s, without includes: a prompt is one text, and its bytes are part of the protocol's digest.
//! A name that is not defined is an error, never an empty text.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use assay_types::{Task, TaskId};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, UndefinedBehavior, context};

use crate::protocol::read_text;

/// The longest prompt, in bytes.
const LONGEST: usize = 1 << 20;
/// Steps of a template until it is given up: a loop over every character of the longest prompt needs fewer.
const FUEL: u64 = 10_000_000;
/// The templates that are part of the program.
const BUILT_IN: [(&str, &str); 2] =
    [("chat", include_str!("prompt/chat.jinja")), ("complete", include_str!("prompt/complete.jinja"))];

/// A template.
#[derive(Clone, PartialEq, Eq)]
pub struct Template {
    name: String,
    source: Arc<str>,
}

/// A prompt that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the template {template}{line}: {problem}, for the task {task}", line = .line.map_or_else(String::new, |line| format!(", line {line}")))]
pub struct PromptError {
    template: String,
    line: Option<usize>,
    task: String,
    problem: String,
    is_too_long: bool,
}

impl PromptError {
    /// Whether what the prompt would hold is too long for any, so that another task's may be made all the same.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.is_too_long
    }
}

impl Template {
    /// The built-in template of that name, or the file of it below the folder. The error says what is wrong.
    pub(crate) fn named(name: &str, folder: &Path) -> Result<Self, String> {
        if let Some((_, source)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Ok(Self { name: name.to_owned(), source: Arc::from(*source) });
        }
        let source = read_text(&folder.join(name)).map_err(|problem| {
            format!("{name:?} is neither a built-in template (chat, complete) nor a file that can be read: {problem}")
        })?;
        Self::of_text(name, &source)
    }

    /// A template of a file. The error says what is wrong, and where.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let source = read_text(path).map_err(|problem| format!("{name} cannot be read: {problem}"))?;
        Self::of_text(&name, &source)
    }

    /// A template of a text. The error says what is wrong, and on which line.
    pub fn of_text(name: &str, source: &str) -> Result<Self, String> {
        let template = Self { name: name.to_owned(), source: Arc::from(source) };
        template.environment().map_err(|error| {
            let line = error.line().map_or_else(String::new, |line| format!("{name}:{line}: "));
            format!("{line}{}", described(&error))
        })?;
        Ok(template)
    }

    /// What the protocol calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The text that a model reads for a task. The template knows `prompt`, `entry_point`, `kind` (`function` or `class`),
    /// `task_id` and `language` (`python`).
    pub fn render(&self, task: &Task) -> Result<String, PromptError> {
        self.rendered(values(task), &task.id)
    }

    /// The text that a model reads, of a template that knows these names and texts instead. `task` is what an error names.
    pub fn render_with(&self, texts: &[(&str, &str)], task: &TaskId) -> Result<String, PromptError> {
        self.rendered(Value::from_pairs(texts.iter().copied()), task)
    }

    fn rendered(&self, values: Value, task: &TaskId) -> Result<String, PromptError> {
        let failed = |line, problem| PromptError {
            template: self.name.clone(),
            line,
            task: task.to_string(),
            problem,
            is_too_long: false,
        };
        let environment = self.environment().map_err(|error| failed(error.line(), described(&error)))?;
        let template = environment.get_template(&self.name);
        let template = template.map_err(|error| failed(error.line(), described(&error)))?;
        let mut text = Capped::default();
        match template.render_captured_to(values, &mut text) {
            _ if text.is_full => {
                let problem = format!("the prompt is longer than {LONGEST} bytes");
                Err(PromptError { is_too_long: true, ..failed(None, problem) })
            }
            Err(error) => Err(failed(error.line(), described(&error))),
            Ok(_) => String::from_utf8(text.bytes).map_err(|error| failed(None, error.to_string())),
        }
    }

    fn environment(&self) -> Result<Environment<'_>, minijinja::Error> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_syntax(SyntaxConfig::builder().keep_trailing_newline(true).build()?);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.set_fuel(Some(FUEL));
        environment.add_template(&self.name, &self.source)?;
        Ok(environment)
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Template({}, {} bytes)", self.name, self.source.len())
    }
}

fn values(task: &Task) -> Value {
    context! {
        prompt => &*task.prompt,
        entry_point => task.entry_point.as_str(),
        kind => if defines_class(&task.prompt, &task.entry_point) { "class" } else { "function" },
        task_id => task.id.as_str(),
        language => "python",
    }
}

/// Whether a line of the prompt begins a class of that name.
fn defines_class(prompt: &str, name: &str) -> bool {
    prompt.lines().any(|line| {
        let rest = line.strip_prefix("class ").and_then(|rest| rest.trim_start().strip_prefix(name));
        rest.is_some_and(|rest| rest.trim_start().starts_with([':', '(']))
    })
}

fn described(error: &minijinja::Error) -> String {
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}

/// Takes what is written up to the longest prompt.
#[derive(Default)]
struct Capped {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > LONGEST {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_types::TaskId;

    fn task(entry_point: &str, prompt: &str) -> Task {
        Task::asking(TaskId::new("T/1").unwrap(), entry_point, prompt)
    }

    fn of_source(source: &str) -> Template {
        Template { name: "mine.jinja".to_owned(), source: Arc::from(source) }
    }

    #[test]
    fn a_completion_is_asked_for_with_the_prompt_alone_byte_for_byte() {
        let prompt = "def f(x):\n    \"\"\"<b> & {{ x }}\r\n    \"\"\"\n\n";
        let template = Template::named("complete", Path::new("/nowhere")).unwrap();
        assert_eq!(template.render(&task("f", prompt)).unwrap(), prompt);
    }

    #[test]
    fn a_chat_is_asked_for_the_function_or_the_class() {
        let template = Template::named("chat", Path::new("/nowhere")).unwrap();
        let function = template.render(&task("f", "def f(x):\n    \"\"\"Twice x.\"\"\"\n")).unwrap();
        assert!(
            function.contains("the function `f`") && function.contains("\"\"\"Twice x.\"\"\"\n```\n"),
            "{function}"
        );
        let class = template.render(&task("Shop", "class Shop:\n    pass\n")).unwrap();
        assert!(class.contains("the class `Shop`"), "{class}");
        assert!(!defines_class("class Shopping:\n", "Shop") && defines_class("class Shop (Base):\n", "Shop"));
    }

    #[test]
    fn an_unknown_name_is_an_error_with_its_line() {
        let error = of_source("{{ prompt }}\n{{ promt }}").render(&task("f", "x")).unwrap_err();
        let said = error.to_string();
        assert!(said.starts_with("the template mine.jinja, line 2: undefined value"), "{said}");
        assert!(said.ends_with("for the task T/1"), "{said}");
    }

    #[test]
    fn a_template_of_other_values_knows_them_alone_and_says_what_is_too_long() {
        let id = TaskId::new("T/1").unwrap();
        let template = Template::of_text("ours", "{{ code }}").unwrap();
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(template.render_with(&[("code", "{{ x }}")], &id).unwrap(), "{{ x }}");
        assert!(template.render_with(&[("code", &long)], &id).unwrap_err().is_too_long());
        let other = Template::of_text("ours", "{{ prompt }}").unwrap().render_with(&[("code", "")], &id);
        assert!(!other.unwrap_err().is_too_long());
        assert!(Template::of_text("ours", "{% if %}").unwrap_err().starts_with("ours:1: "));
    }

    #[test]
    fn a_template_ends_whatever_it_does() {
        for source in [
            "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}",
            "{% for a in range(90000) %}{{ prompt }}{% endfor %}",
        ] {
            let error = of_source(source).render(&task("f", &"x".repeat(100))).unwrap_err().to_string();
            assert!(error.contains("fuel") || error.contains("longer than"), "{error}");
        }
    }

    #[test]
    fn a_template_that_is_no_file_or_does_not_parse_is_refused_with_what_there_is() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Template::named("chta", folder.path()).unwrap_err();
        assert!(missing.contains("neither a built-in template (chat, complete)"), "{missing}");
        std::fs::write(folder.path().join("bad.jinja"), "a\n{% if %}").unwrap();
        let broken = Template::named("bad.jinja", folder.path()).unwrap_err();
        assert!(broken.starts_with("bad.jinja:2: "), "{broken}");
    }
}
