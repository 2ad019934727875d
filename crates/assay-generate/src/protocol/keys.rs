//! Unknown keys: where they stand, and what may have been meant.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::KINDS;

/// The tables of the file that are not the protocol's (docs/configuration.md).
const OTHERS: &[&str] = &["static", "performance", "checks", "plugins", "tools"];
const OWN: &[&str] = &["protocol", "models"];
pub(super) const PROTOCOL: &[&str] = &[
    "benchmark",
    "prompt",
    "system",
    "stop",
    "temperature",
    "top_p",
    "max_tokens",
    "samples_per_task",
    "seed",
    "tools",
    "concurrency",
    "requests_per_minute",
    "tokens_per_minute",
    "attempt_seconds",
    "deadline_seconds",
    "spend_limit",
];
pub(super) const PROMPT: &[&str] = &["chat", "completion"];
pub(super) const PRICE: &[&str] = &["input", "output"];
/// What every model can have besides its provider's keys.
pub(super) const MODEL: &[&str] = &["provider", "interface", "price"];

/// A problem, and the line that it is on, from 1.
pub(super) type Problem = (Option<usize>, String);

/// A document with the places of its keys.
pub(super) struct Places<'a> {
    text: &'a str,
    table: DeTable<'a>,
}

impl<'a> Places<'a> {
    pub(super) fn of(text: &'a str) -> Result<Self, Problem> {
        match DeTable::parse(text) {
            Ok(table) => Ok(Self { text, table: table.into_inner() }),
            Err(error) => Err(of_error(text, &error)),
        }
    }

    /// The line of a key, or of the last part of its path that is there.
    pub(super) fn line(&self, path: &[&str]) -> Option<usize> {
        let (mut table, mut found) = (&self.table, None);
        for part in path {
            let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == part) else { break };
            found = Some(line(self.text, key.span()));
            let DeValue::Table(inner) = value.get_ref() else { break };
            table = inner;
        }
        found
    }

    /// Refuses keys that mean nothing.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let top: Vec<&str> = OWN.iter().chain(OTHERS).copied().collect();
        self.known(&self.table, "", &top)?;
        for (key, value) in &self.table {
            let DeValue::Table(table) = value.get_ref() else { continue };
            match key.get_ref().as_ref() {
                "protocol" => self.protocol(table)?,
                "models" => self.models(table)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn protocol(&self, table: &DeTable<'_>) -> Result<(), Problem> {
        self.known(table, "protocol.", PROTOCOL)?;
        match inner(table, "prompt") {
            Some(prompt) => self.known(prompt, "protocol.prompt.", PROMPT),
            None => Ok(()),
        }
    }

    fn models(&self, table: &DeTable<'_>) -> Result<(), Problem> {
        for (name, value) in table {
            let DeValue::Table(model) = value.get_ref() else { continue };
            let place = format!("models.{}.", name.get_ref());
            self.settings(model, &place, MODEL)?;
            if let Some(price) = inner(model, "price") {
                self.known(price, &format!("{place}price."), PRICE)?;
            }
        }
        Ok(())
    }

    /// Settings of a provider, with keys besides its kind's; a replay's hold those of the recorded one.
    fn settings(&self, table: &DeTable<'_>, place: &str, besides: &[&str]) -> Result<(), Problem> {
        let provider = table.iter().find(|(key, _)| key.get_ref() == "provider");
        let kind = provider.and_then(|(_, value)| value.get_ref().as_str());
        let Some(kind) = KINDS.iter().find(|known| Some(known.name) == kind) else { return Ok(()) };
        let known: Vec<&str> = besides.iter().chain(kind.keys).copied().collect();
        self.known(table, place, &known)?;
        match inner(table, "of") {
            Some(of) => self.settings(of, &format!("{place}of."), &["provider"]),
            None => Ok(()),
        }
    }

    fn known(&self, table: &DeTable<'_>, place: &str, known: &[&str]) -> Result<(), Problem> {
        let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        // The first of the file, not of the alphabet.
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
        let problem = format!("there is no key `{place}{}`; {}", key.get_ref(), meant(key.get_ref(), known));
        Err((Some(line(self.text, key.span())), problem))
    }
}

fn inner<'t, 'a>(table: &'t DeTable<'a>, name: &str) -> Option<&'t DeTable<'a>> {
    let (_, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// What to say of a word that is none of those known.
pub(crate) fn meant(word: &str, known: &[&str]) -> String {
    let distance = |name: &&&str| strsim::damerau_levenshtein(word, name);
    let nearest = known.iter().min_by_key(distance).filter(|name| distance(name) <= 2.max(word.len() / 3));
    match nearest {
        Some(name) => format!("is `{name}` meant?"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// The problem of a text that is not read, with its place.
pub(super) fn of_error(text: &str, error: &toml::de::Error) -> Problem {
    (error.span().map(|span| line(text, span)), error.message().to_owned())
}

fn line(text: &str, span: Range<usize>) -> usize {
    1 + text[..span.start.min(text.len())].matches('\n').count()
}
