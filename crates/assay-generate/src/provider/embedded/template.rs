//! The text of a conversation, by the model's own template.
//!
//! Templates are Jinja as Hugging Face's Transformers runs it (`apply_chat_template`): blocks trimmed, loop controls, Python's
//! methods of texts, `raise_exception`, and the turn of the model begun at the end. Time is not given, since the same request would be
//! another text tomorrow; templates that want it have a date of their own for that case. A template is part of an untrusted file:
//! it reaches nothing but the conversation, and ends by fuel.

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, ErrorKind, Value, context};

use crate::{Prompt, Turn};

/// Steps of a template, and units of 64 bytes that it makes; a conversation of a hundred turns takes some thousands.
const FUEL: u64 = 1_000_000;
/// The longest text that a template may make.
const TEXT_BYTES: usize = 16 << 20;

/// A template and the two texts that it may put in.
pub(super) struct ChatTemplate {
    environment: Environment<'static>,
    begin: String,
    end: String,
}

const NAME: &str = "chat template";

impl ChatTemplate {
    /// Reads a template; `begin` and `end` are the tokens that begin and end a text.
    ///
    /// # Errors
    /// What is wrong with it, and on which line.
    pub(super) fn new(source: &str, begin: String, end: String) -> Result<Self, String> {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.map_err(|error| shown(&error))?);
        environment.set_fuel(Some(FUEL));
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |message: String| -> Result<Value, minijinja::Error> {
            Err(minijinja::Error::new(ErrorKind::InvalidOperation, message))
        });
        environment.add_template_owned(NAME, source.to_owned()).map_err(|error| shown(&error))?;
        Ok(Self { environment, begin, end })
    }

    /// The text of a conversation, up to where the model's next turn begins.
    ///
    /// # Errors
    /// Why the template refuses it, such as a system text for a model that has none.
    pub(super) fn apply(&self, system: Option<&str>, turns: &[Turn]) -> Result<String, String> {
        let message = |role: &str, content: &str| context! { role => role, content => content };
        let system = system.map(|content| message("system", content));
        let turns = turns.iter().map(|turn| match turn {
            Turn::User(content) => message("user", content),
            Turn::Model(content) => message("assistant", content),
        });
        let messages: Vec<Value> = system.into_iter().chain(turns).collect();
        let given = context! {
            messages => messages,
            bos_token => self.begin.as_str(),
            eos_token => self.end.as_str(),
            add_generation_prompt => true,
        };
        let template = self.environment.get_template(NAME).map_err(|error| shown(&error))?;
        let text = template.render(given).map_err(|error| shown(&error))?;
        if text.len() > TEXT_BYTES { Err(format!("it makes over {TEXT_BYTES} bytes")) } else { Ok(text) }
    }
}

/// The text that a model reads.
///
/// # Errors
/// Why there is none: no template, or one that refuses this conversation.
pub(super) fn prompt_text(
    prompt: &Prompt,
    template: Option<&Result<ChatTemplate, String>>,
) -> Result<String, String> {
    let (system, turns) = match prompt {
        Prompt::Completion { text } => return Ok(text.clone()),
        Prompt::Chat { system, turns } => (system.as_deref(), turns),
    };
    match template {
        None => Err("the weights have no chat template, so the model only continues texts".into()),
        Some(Err(problem)) => Err(format!("the model's chat template is not understood: {problem}")),
        Some(Ok(template)) => template
            .apply(system, turns)
            .map_err(|problem| format!("the model's chat template refuses the conversation: {problem}")),
    }
}

/// What the template engine says, cut and on one line: it quotes the file.
fn shown(error: &minijinja::Error) -> String {
    error.to_string().chars().filter(|character| !character.is_control()).take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Written for these tests; what real templates make is compared with Jinja's own text in evidence/embedded.py.
    const TEMPLATE: &str = "{{ bos_token }}
{%- if messages[0].role == 'system' %}
    {%- set first = messages[0]['content'].strip() + '|' %}
    {%- set rest = messages[1:] %}
{%- else %}
    {%- set first = '' %}
    {%- set rest = messages %}
{%- endif %}
{% for message in rest %}
    {% if (message.role == 'user') != (loop.index0 % 2 == 0) %}
        {{ raise_exception('turns must alternate') }}
    {% endif %}
<{{ 'model' if message.role == 'assistant' else message.role }}>{{ (first if loop.first else '') + message.content | trim }}
{% endfor %}
{% if add_generation_prompt %}
<model>
{%- endif %}";

    fn user(text: &str) -> Turn {
        Turn::User(text.into())
    }

    fn template(source: &str) -> Result<ChatTemplate, String> {
        ChatTemplate::new(source, "<s>".into(), "</s>".into())
    }

    #[test]
    fn a_conversation_becomes_text_with_blocks_trimmed_and_the_models_turn_begun() {
        let turns = [user(" a "), Turn::Model("b".into()), user("c")];
        let text = template(TEMPLATE).unwrap().apply(Some(" be brief "), &turns);
        assert_eq!(text.as_deref(), Ok("<s><user>be brief|a\n<model>b\n<user>c\n<model>"));
    }

    #[test]
    fn what_a_template_refuses_is_said_in_its_words() {
        let refused = template(TEMPLATE).unwrap().apply(None, &[Turn::Model("b".into())]).unwrap_err();
        assert!(refused.contains("turns must alternate"), "{refused}");
    }

    #[test]
    fn a_template_that_never_ends_runs_out_of_fuel() {
        let long =
            template("{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}").unwrap();
        assert!(long.apply(None, &[user("a")]).is_err());
        let wide = template(
            "{% set x = namespace(t='aaaaaaaa') %}{% for a in range(60) %}{% set x.t = x.t + x.t %}{% endfor %}",
        );
        assert!(wide.unwrap().apply(None, &[user("a")]).is_err());
    }

    #[test]
    fn a_template_that_does_not_parse_or_reaches_for_files_is_an_error() {
        assert!(template("{% for %}").is_err());
        assert!(template("{% include '/etc/passwd' %}").unwrap().apply(None, &[user("a")]).is_err());
    }

    #[test]
    fn a_text_to_continue_needs_no_template_and_a_conversation_does() {
        let text = Prompt::Completion { text: "def f(".into() };
        assert_eq!(prompt_text(&text, None).as_deref(), Ok("def f("));
        let chat = Prompt::Chat { system: None, turns: vec![user("a")] };
        assert!(prompt_text(&chat, None).unwrap_err().contains("no chat template"));
    }
}
