//! The line format that commands speak, also the log's form of what a fake says: one JSON object for a request, one for its
//! answer. docs/providers.md is its contract.

use assay_types::Digest;
use serde::{Deserialize, Serialize};

use super::reading::{fault, json};
use crate::{Answer, Exchange, Fault, FaultKind, Finish, Prompt, Request, Response, Turn, Usage};

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Asked<'a> {
    version: u32,
    id: &'a str,
    model: &'a str,
    repetition: u32,
    prompt: AskedPrompt<'a>,
    sampling: AskedSampling<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum AskedPrompt<'a> {
    Chat { system: Option<&'a str>, turns: Vec<AskedTurn<'a>> },
    Completion { text: &'a str },
}

#[derive(Serialize)]
struct AskedTurn<'a> {
    role: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct AskedSampling<'a> {
    temperature: f64,
    top_p: f64,
    max_tokens: u32,
    stop: &'a [String],
    seed: Option<u64>,
}

#[derive(Deserialize)]
struct AskedId {
    id: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    version: u32,
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reasoning: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fault: Option<SaidFault>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidFault {
    kind: FaultKind,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<f64>,
}

/// A request as a line, without the line's end.
pub(super) fn body(model: &str, request: &Request) -> Vec<u8> {
    let prompt = match &request.prompt {
        Prompt::Chat { system, turns } => {
            let turns = turns.iter().map(|turn| match turn {
                Turn::User(text) => AskedTurn { role: "user", text },
                Turn::Model(text) => AskedTurn { role: "model", text },
            });
            AskedPrompt::Chat { system: system.as_deref(), turns: turns.collect() }
        }
        Prompt::Completion { text } => AskedPrompt::Completion { text },
    };
    let sampling = &request.sampling;
    let mut asked = Asked {
        version: VERSION,
        id: "",
        model,
        repetition: request.repetition,
        prompt,
        sampling: AskedSampling {
            temperature: sampling.temperature,
            top_p: sampling.top_p,
            max_tokens: sampling.max_tokens,
            stop: &sampling.stop,
            seed: sampling.seed,
        },
    };
    // Nothing of it can fail to be JSON: maps with text keys, and numbers (what is not finite becomes null).
    let id = Digest::of(&serde_json::to_vec(&asked).unwrap_or_default()).to_string();
    asked.id = &id[..16];
    serde_json::to_vec(&asked).unwrap_or_default()
}

/// What tells a request from every other, whoever is asked: the digest of its line.
pub(crate) fn digest(model: &str, request: &Request) -> Digest {
    Digest::of(&body(model, request))
}

/// What an answer's line means.
pub(super) fn read(at: &str, exchange: &Exchange, response: &Response) -> Result<Answer, Fault> {
    let broken = |what: &str| Err(fault(FaultKind::BrokenAnswer, at, what));
    let begin = String::from_utf8_lossy(&response.body[..response.body.len().min(1000)]);
    if response.status != 0 {
        let what = format!("the command ended with {} before it answered. It says: {begin}", response.status);
        return Err(fault(FaultKind::Server, at, &what));
    }
    if response.body.is_empty() {
        return broken("the command ended without an answer");
    }
    let Some(json) = json(&response.body) else {
        return broken(&format!("the answer is not a line of JSON. It begins: {begin}"));
    };
    let said: Said = match serde_json::from_value(json) {
        Ok(said) => said,
        Err(error) => return broken(&format!("the answer is not as docs/providers.md says: {error}")),
    };
    let asked = serde_json::from_slice(&exchange.body).map(|asked: AskedId| asked.id).unwrap_or_default();
    if said.version != VERSION || said.id != asked {
        return broken(&format!(
            "the answer is version {} to id {:?}; asked was version {VERSION}, id {asked:?}",
            said.version, said.id
        ));
    }
    match said {
        Said { fault: Some(said), .. } => {
            let retry_after = said.retry_after_seconds.filter(|seconds| (0.0..864_000.0).contains(seconds));
            Err(Fault {
                retry_after: retry_after.map(std::time::Duration::from_secs_f64),
                ..fault(said.kind, at, &said.message)
            })
        }
        Said { text: Some(text), reasoning, finish, model_version, usage, .. } => Ok(Answer {
            text,
            reasoning,
            finish: finish.unwrap_or(Finish::Stop),
            version: model_version,
            usage: usage.unwrap_or_default(),
        }),
        _ => broken("the answer has neither text nor fault"),
    }
}

/// The line that says an answer to a request's body.
pub(super) fn answer(body: &[u8], answer: &Answer) -> Vec<u8> {
    let id = serde_json::from_slice(body).map(|asked: AskedId| asked.id).unwrap_or_default();
    let said = Said {
        version: VERSION,
        id,
        text: Some(answer.text.clone()),
        reasoning: answer.reasoning.clone(),
        finish: Some(answer.finish),
        model_version: answer.version.clone(),
        usage: Some(answer.usage),
        fault: None,
    };
    serde_json::to_vec(&said).unwrap_or_default()
}
