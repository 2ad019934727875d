//! Whether a server declines what it was asked, by a filter that stands before the model.

use serde_json::Value;

/// Codes of such filters.
pub(super) const CODES: &[&str] =
    &["content_filter", "content_policy_violation", "responsibleaipolicyviolation"];
/// Words about a filter's verdict.
const VERDICT: &[&str] = &["flagged", "moderation"];
/// What such a verdict can be about.
const ASKED: &[&str] = &["input", "prompt", "content", "request", "message", "output"];
/// What the same words can be about, too: who asks. That is no word about the question.
const ASKER: &[&str] = &["account", "organization", "api key", "permission", "access"];

/// Whether an error's message or its `metadata` (`OpenRouter`'s) says that a filter holds the question back.
pub(super) fn is_filtered(error: &Value, message: &str) -> bool {
    let metadata = |name: &str| error.pointer("/metadata").and_then(|metadata| metadata.get(name));
    if metadata("flagged_input").is_some_and(Value::is_string)
        || metadata("reasons").and_then(Value::as_array).is_some_and(|reasons| !reasons.is_empty())
    {
        return true;
    }
    let message = message.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|words| message.contains(words));
    says(VERDICT) && says(ASKED) && !says(ASKER)
}
