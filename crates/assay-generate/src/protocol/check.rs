//! What the values of a protocol can be.

use super::file::ProtocolTable;

/// The longest name of a model.
const NAME_BYTES: usize = 100;

/// The first key whose value cannot be, and why.
pub(super) fn check(table: &ProtocolTable) -> Result<(), (&'static str, String)> {
    let within = |key, value: u64, most: u64| {
        let problem = || (key, format!("it is {value}; it must be from 1 to {most}"));
        ((1..=most).contains(&value)).then_some(()).ok_or_else(problem)
    };
    if !(0.0..=2.0).contains(&table.temperature) {
        return Err(("temperature", format!("it is {}; it must be from 0 to 2", table.temperature)));
    }
    if !(table.top_p > 0.0 && table.top_p <= 1.0) {
        return Err(("top_p", format!("it is {}; it must be above 0 and at most 1", table.top_p)));
    }
    within("max_tokens", u64::from(table.max_tokens), 1_000_000)?;
    within("samples_per_task", u64::from(table.samples_per_task), 10_000)?;
    within("concurrency", u64::from(table.concurrency), 1024)?;
    within("attempt_seconds", u64::from(table.attempt_seconds), 86_400)?;
    within("deadline_seconds", u64::from(table.deadline_seconds), 86_400)?;
    if let Some(requests) = table.requests_per_minute {
        within("requests_per_minute", u64::from(requests), 1_000_000)?;
    }
    if let Some(tokens) = table.tokens_per_minute {
        within("tokens_per_minute", tokens, 10_000_000_000)?;
    }
    if table.stop.iter().any(String::is_empty) {
        return Err(("stop", "an empty text would end every answer at once".to_owned()));
    }
    match table.spend_limit {
        Some(limit) if !(limit > 0.0 && limit.is_finite()) => {
            Err(("spend_limit", format!("it is {limit}; it must be above 0")))
        }
        _ => Ok(()),
    }
}

/// Whether a model can have that name: it is also a word of the command line and the name of a file.
pub(super) fn check_model(name: &str) -> Result<(), String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let fits = !name.is_empty() && name.len() <= NAME_BYTES && name.bytes().all(allowed);
    if fits && !name.starts_with(['.', '-']) {
        return Ok(());
    }
    Err("a model's name is up to 100 letters, digits, `.`, `_` and `-`, and begins with a letter or digit"
        .to_owned())
}
