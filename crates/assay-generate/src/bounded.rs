//! Whether requests say how long an answer may be. A spend limit counts on it: what nothing bounds may cost anything.

use serde_json::Value;

use crate::protocol::{Interface, SamplingRule};
use crate::{Prompt, Provider, Request, Turn};

/// Where a hosted interface's body says how long an answer may be; nothing of providers that are no such interface.
fn places(provider: &str) -> &'static [&'static str] {
    match provider {
        "openai" | "openai-completion" => &["max_tokens", "max_completion_tokens"],
        "anthropic" | "mistral" => &["max_tokens"],
        "gemini" => &["generationConfig/maxOutputTokens"],
        _ => &[],
    }
}

/// What keeps the longest answer from being the protocol's, for a model of that name; nothing where it is. It is read from a body
/// as it would be sent, whatever made it so.
pub(crate) fn unbounded(
    name: &str,
    provider: &dyn Provider,
    interface: Interface,
    sampling: &SamplingRule,
) -> Option<String> {
    let places = places(&provider.identity().provider);
    if places.is_empty() {
        return None;
    }
    let prompt = match interface {
        Interface::Chat => Prompt::Chat { system: None, turns: vec![Turn::User(String::new())] },
        Interface::Completion => Prompt::Completion { text: String::new() },
    };
    let request = Request { prompt, sampling: sampling.of_repetition(0), repetition: 0 };
    let body: Value = serde_json::from_slice(&provider.body(&request)).unwrap_or_default();
    let said: Vec<(&str, &Value)> = places
        .iter()
        .filter_map(|place| Some((place.rsplit('/').next()?, body.pointer(&format!("/{place}"))?)))
        .collect();
    let most = u64::from(sampling.max_tokens);
    if said.is_empty() {
        return Some(format!("models.{name}.omit keeps the most tokens of an answer from being sent"));
    }
    let is_more = |(_, value): &&(&str, &Value)| value.as_u64().is_none_or(|value| value > most);
    said.iter().find(is_more).map(|(field, value)| {
        format!("models.{name}.extra sets {field} to {value}, and protocol.max_tokens is {most}")
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use assay_types::Confidentiality;

    use crate::{Asked, Digests, Protocol, Questions};

    /// What is said of a model with these settings before anything is asked.
    fn refused(limit: &str, provider: &str, settings: &str) -> Option<String> {
        let text = format!(
            "[protocol]\nmax_tokens = 100\n{limit}\n[models.m]\nprovider = \"{provider}\"\nmodel = \"m\"\n\
             base_url = \"http://127.0.0.1:9/v1\"\n{settings}\n"
        );
        let protocol = Protocol::of_text(&text, Path::new("assay.toml")).unwrap();
        let asked = Asked {
            benchmark: "bench",
            confidentiality: &Confidentiality::LocalOnly,
            tasks: &[],
            samples_per_task: 1,
        };
        let made = Questions::of(&protocol, "m", &asked, &mut Digests::without_cache());
        made.err().map(|error| error.to_string())
    }

    const LIMIT: &str = "spend_limit = 5.0";
    const PRICE: &str = "price = { input = 1, output = 2 }";

    #[test]
    fn a_spend_limit_needs_requests_that_say_how_long_an_answer_may_be() {
        for (provider, settings, said) in [
            ("openai", "omit = [\"max_tokens\"]", "models.m.omit keeps"),
            ("openai-completion", "omit = [\"max_tokens\"]", "models.m.omit keeps"),
            (
                "openai",
                "max_tokens_key = \"max_completion_tokens\"\nomit = [\"max_completion_tokens\"]",
                "models.m.omit keeps",
            ),
            ("anthropic", "omit = [\"max_tokens\"]", "models.m.omit keeps"),
            ("mistral", "omit = [\"max_tokens\"]", "models.m.omit keeps"),
            ("gemini", "omit = [\"maxOutputTokens\"]", "models.m.omit keeps"),
            (
                "openai",
                "extra = { max_completion_tokens = 101 }",
                "models.m.extra sets max_completion_tokens to 101, and protocol.max_tokens is 100",
            ),
            ("openai", "omit = [\"max_tokens\"]\nextra = { max_completion_tokens = \"many\" }", "\"many\""),
            (
                "gemini",
                "omit = [\"maxOutputTokens\"]\nextra = { generationConfig = { maxOutputTokens = 900 } }",
                "sets maxOutputTokens to 900",
            ),
            ("gemini", "omit = [\"maxOutputTokens\"]\nextra = { max_tokens = 9 }", "models.m.omit keeps"),
        ] {
            let refusal = refused(LIMIT, provider, &format!("{settings}\n{PRICE}")).unwrap();
            assert!(refusal.contains(said), "{provider}, {settings}: {refusal}");
            assert!(refusal.contains("protocol.spend_limit cannot be kept"), "{refusal}");
            assert_eq!(refused("", provider, &format!("{settings}\n{PRICE}")), None, "{settings}");
        }
    }

    #[test]
    fn a_bound_under_another_name_is_one_and_what_costs_nothing_needs_none() {
        for (provider, settings) in [
            ("openai", ""),
            ("openai-completion", "max_tokens_key = \"max_completion_tokens\""),
            ("anthropic", ""),
            ("gemini", ""),
            ("mistral", "omit = [\"top_p\"]"),
            ("openai", "omit = [\"max_tokens\"]\nextra = { max_completion_tokens = 100 }"),
        ] {
            assert_eq!(refused(LIMIT, provider, &format!("{settings}\n{PRICE}")), None, "{settings}");
        }
        let free = "omit = [\"max_tokens\"]\nprice = { input = 1, output = 0 }";
        assert_eq!(refused(LIMIT, "openai", free), None);
    }
}
