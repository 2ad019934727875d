//! A model behind an address: one interface, one address, one key.

use serde_json::{Map, Value};

use super::address::Address;
use super::files::Files;
use super::http::{Http, Post};
use super::interface::Interface;
use super::kinds::SettingsError;
use super::reading::{fault, read_exchange};
use super::settings::HostedSettings;
use crate::secret::{Redactor, Secret};
use crate::{
    Attempt, Context, Exchange, Fault, FaultKind, Identity, Prompt, Provider, Request, Response, Sampling,
    Turn,
};

/// Fields that make one request several answers, or an answer that comes in pieces.
const NEVER: &[&str] = &["n", "best_of", "stream", "candidateCount"];
/// Fields that are the question.
const ALWAYS: &[&str] =
    &["model", "messages", "prompt", "contents", "system", "systemInstruction", "generationConfig"];

/// How a request becomes a body: an interface and what the settings add and leave out.
struct Wording {
    interface: Box<dyn Interface>,
    model: String,
    extra: Map<String, Value>,
    omit: Vec<String>,
}

impl Wording {
    /// Checks what the settings add and leave out.
    pub(super) fn new(
        interface: Box<dyn Interface>,
        settings: &HostedSettings,
    ) -> Result<Self, SettingsError> {
        let wrong = |key, problem: String| SettingsError::Value { key, problem };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:/@+".contains(&byte);
        if settings.model.is_empty() || !settings.model.bytes().all(is_plain) || settings.model.contains("..")
        {
            return Err(wrong("model", format!("{:?} is not a model's name", settings.model)));
        }
        let HostedSettings { model, extra, omit, .. } = settings.clone();
        let wording = Self { interface, model, extra, omit };
        let mut body = wording.whole().unwrap_or_default();
        for name in &wording.omit {
            if ALWAYS.contains(&name.as_str()) || !leave_out(&mut body, name) {
                return Err(wrong("omit", format!("{name:?} is no field that the body can do without")));
            }
        }
        if let Some(name) = NEVER.iter().find(|name| holds(&wording.extra, name)) {
            return Err(wrong("extra", format!("{name:?} must not be set: one request is one whole answer")));
        }
        if let Err(name) = merge(&mut body, &wording.extra) {
            let problem = format!(
                "{name:?} is a field of assay's own, set by the protocol; omit can take it out first"
            );
            return Err(wrong("extra", problem));
        }
        Ok(wording)
    }

    /// The interface.
    fn interface(&self) -> &dyn Interface {
        &*self.interface
    }

    /// The body for a request; `None` where the interface does not take such a prompt.
    fn body(&self, request: &Request) -> Option<Vec<u8>> {
        let mut body = self.interface.body(&self.model, request)?;
        for name in &self.omit {
            leave_out(&mut body, name);
        }
        // Checked when the settings were read.
        let _ = merge(&mut body, &self.extra);
        Some(Value::Object(body).to_string().into_bytes())
    }

    /// A body with every field of assay's own.
    fn whole(&self) -> Option<Map<String, Value>> {
        let sampling = Sampling {
            temperature: 0.0,
            top_p: 1.0,
            max_tokens: 1,
            stop: vec![String::new()],
            seed: Some(0),
        };
        let chat = Prompt::Chat { system: Some(String::new()), turns: vec![Turn::User(String::new())] };
        [chat, Prompt::Completion { text: String::new() }].into_iter().find_map(|prompt| {
            self.interface.body(&self.model, &Request { prompt, sampling: sampling.clone(), repetition: 0 })
        })
    }
}

/// Takes a field out of a body, or out of Gemini's table of sampling.
fn leave_out(body: &mut Map<String, Value>, name: &str) -> bool {
    let inner = body.get_mut("generationConfig").and_then(Value::as_object_mut);
    let was_inner = inner.is_some_and(|inner| inner.shift_remove(name).is_some());
    body.shift_remove(name).is_some() || was_inner
}

/// Whether a field is set, at the top or one below.
fn holds(extra: &Map<String, Value>, name: &str) -> bool {
    extra.contains_key(name) || extra.values().any(|value| value.get(name).is_some())
}

/// Adds fields, tables within tables; the error is the name of a field that is there already.
fn merge(body: &mut Map<String, Value>, extra: &Map<String, Value>) -> Result<(), String> {
    for (name, value) in extra {
        match (body.get_mut(name), value) {
            (None, _) => {
                body.insert(name.clone(), value.clone());
            }
            (Some(Value::Object(inner)), Value::Object(extra)) => merge(inner, extra)?,
            (Some(_), _) => return Err(name.clone()),
        }
    }
    Ok(())
}

/// A model behind an address.
pub(super) struct Hosted {
    wording: Wording,
    identity: Identity,
    http: Http,
    url: String,
    headers: Vec<(&'static str, String)>,
    redactor: Redactor,
}

impl Hosted {
    /// Nothing is sent yet.
    pub(super) fn new(
        kind: &str,
        interface: Box<dyn Interface>,
        settings: &HostedSettings,
        key: Option<&Secret>,
    ) -> Result<Self, SettingsError> {
        let wording = Wording::new(interface, settings)?;
        let interface = wording.interface();
        let address = address(interface, settings)?;
        let http = Http::new(&address, settings.proxy.as_deref())?;
        let url = format!("{}{}", address.text(), interface.path(&settings.model));
        let mut headers = interface.headers(key.map(Secret::expose));
        headers.push(("content-type", "application/json".into()));
        headers.push(("accept", "application/json".into()));
        let identity = identity(kind, &address, &settings.model);
        Ok(Self { wording, identity, http, url, headers, redactor: Redactor::of(key) })
    }

    /// The same model, known by its files, too.
    pub(super) fn with_files(self, files: Files) -> Self {
        Self { identity: files.identify(self.identity), ..self }
    }

    fn shown(&self, response: &Response) -> Response {
        Response {
            status: response.status,
            headers: response
                .headers
                .iter()
                .map(|(name, text)| (name.clone(), self.redactor.text(text)))
                .collect(),
            body: self.redactor.bytes(&response.body).into_owned(),
        }
    }
}

/// Where an interface is asked by some settings.
pub(super) fn address(
    interface: &dyn Interface,
    settings: &HostedSettings,
) -> Result<Address, SettingsError> {
    Address::of(settings.base_url.as_deref().unwrap_or(interface.home()), settings.plain_http)
}

/// Who a hosted model is, but for its files.
fn identity(kind: &str, address: &Address, model: &str) -> Identity {
    Identity {
        provider: kind.into(),
        address: Some(address.text().into()),
        model: model.into(),
        weights: Vec::new(),
        chat_template: None,
        quantization: None,
    }
}

impl Provider for Hosted {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn body(&self, request: &Request) -> Vec<u8> {
        // A key that somehow is in a prompt goes nowhere, either.
        let body = self.wording.body(request).unwrap_or_default();
        self.redactor.bytes(&body).into_owned()
    }

    fn ask(&self, request: &Request, context: &Context<'_>) -> Attempt {
        let body = self.body(request);
        if body.is_empty() {
            return not_taken(&self.identity.provider, &self.url);
        }
        let post = Post { url: self.url.clone(), headers: self.headers.clone(), body: body.clone() };
        let received = self.http.post(post, context);
        let response = received.response.map(|response| self.shown(&response));
        let exchange = Exchange { body, response, elapsed: received.elapsed };
        let outcome = match received.fault {
            Some(fault) => Err(Fault { message: self.redactor.text(&fault.message), ..fault }),
            None => read_exchange(&self.identity, &exchange),
        };
        Attempt { exchange, outcome }
    }
}

/// A prompt of the other kind: nothing is sent.
pub(super) fn not_taken(provider: &str, at: &str) -> Attempt {
    let what = format!(
        "provider {provider:?} takes no such prompt: \"openai-completion\" continues texts, the others hold conversations"
    );
    Attempt {
        exchange: Exchange { body: Vec::new(), response: None, elapsed: std::time::Duration::ZERO },
        outcome: Err(fault(FaultKind::BadRequest, at, &what)),
    }
}

#[cfg(test)]
mod tests;
