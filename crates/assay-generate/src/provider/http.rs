//! One HTTP request: a pool of connections, a deadline for the whole, a cap on what is read, and every trouble named.
//!
//! Redirects are not followed (the key would go along), nothing is tried again, and no status is an error here: what a status
//! means is read from the stored response. The environment's proxy is used, but never to reach this machine.

mod trouble;

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use ureq::http::HeaderMap;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Proxy};

use super::address::{Address, without_credentials};
use super::kinds::SettingsError;
use crate::{Context, Fault, FaultKind, Response};

/// The most of a response's body that is read, in bytes.
pub(crate) const BODY_CAP: usize = 16 * 1024 * 1024;
/// Connections that are kept for the next request.
const IDLE_CONNECTIONS: usize = 512;
/// How long such a connection is kept: many servers close theirs after five seconds, and a request on its way then is lost.
const IDLE_AGE: Duration = Duration::from_secs(4);
/// How long a name may take to resolve, and a connection to be made.
const CONNECT_LIMIT: Duration = Duration::from_secs(30);
/// How often a waiting request looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(25);
/// How long after the deadline a request that ends by itself is waited for, so that what came of it is kept.
const GRACE: Duration = Duration::from_millis(500);

/// Headers of a response that are kept.
const KEPT: &[&str] = &[
    "cf-ray",
    "content-type",
    "date",
    "location",
    "openai-processing-ms",
    "openai-version",
    "request-id",
    "retry-after",
    "retry-after-ms",
    "server",
    "x-request-id",
    "x-should-retry",
];
/// How names of further headers that are kept begin.
const KEPT_STARTS: &[&str] = &["anthropic-ratelimit-", "ratelimit", "x-ratelimit-"];

/// Sends requests to one address.
pub(crate) struct Http {
    agent: Agent,
    proxied: bool,
}

/// What is sent.
pub(crate) struct Post {
    /// The whole address.
    pub(crate) url: String,
    /// Names and values; the key is among them.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The body.
    pub(crate) body: Vec<u8>,
}

/// What came of it: a fault here is one of the way, not of the answer.
pub(crate) struct Received {
    /// What came, as far as it came.
    pub(crate) response: Option<Response>,
    /// Why it is not all.
    pub(crate) fault: Option<Fault>,
    /// From the first byte sent to the last one read.
    pub(crate) elapsed: Duration,
}

impl Http {
    /// For an address; `proxy` goes before the environment's.
    pub(crate) fn new(address: &Address, proxy: Option<&str>) -> Result<Self, SettingsError> {
        let proxy = proxy_for(address, proxy)?;
        let proxied = proxy.is_some();
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(IDLE_CONNECTIONS)
            .max_idle_connections_per_host(IDLE_CONNECTIONS)
            .max_idle_age(IDLE_AGE)
            .timeout_resolve(Some(CONNECT_LIMIT))
            .timeout_connect(Some(CONNECT_LIMIT))
            .user_agent(concat!("assay/", env!("CARGO_PKG_VERSION")))
            .proxy(proxy);
        if address.is_encrypted() {
            config = config.tls_config(TlsConfig::builder().root_certs(trusted()).build());
        }
        Ok(Self { agent: config.build().new_agent(), proxied })
    }

    /// Sends a request and waits for the end of the answer, the deadline or the cancellation.
    ///
    /// The request runs in a thread of its own: neither a name server nor a proxy nor a silent host can then hold the caller.
    /// A request that is left behind ends at its deadline.
    pub(crate) fn post(&self, post: Post, context: &Context<'_>) -> Received {
        let start = Instant::now();
        let left = |fault| Received { response: None, fault: Some(fault), elapsed: start.elapsed() };
        let (sender, receiver) = mpsc::sync_channel(1);
        let (agent, proxied, deadline) = (self.agent.clone(), self.proxied, context.deadline);
        let shown = post.url.clone();
        let worker = thread::Builder::new().name("assay-request".into()).spawn(move || {
            // Nobody may be left to hear it.
            let _ = sender.send(exchange(&agent, post, deadline, proxied));
        });
        if let Err(error) = worker {
            return left(trouble::fault(
                FaultKind::Connection,
                &shown,
                &format!("no thread could be started: {error}"),
            ));
        }
        loop {
            match receiver.recv_timeout(GLANCE) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => {
                    return left(trouble::fault(
                        FaultKind::Connection,
                        &shown,
                        "the request ended without a word",
                    ));
                }
                Err(RecvTimeoutError::Timeout) if context.cancelled.load(Ordering::Relaxed) => {
                    return left(trouble::fault(
                        FaultKind::Cancelled,
                        &shown,
                        "nobody wants the answer any more",
                    ));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() > context.deadline + GRACE => {
                    return left(trouble::timeout(&shown));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

fn exchange(agent: &Agent, post: Post, deadline: Instant, proxied: bool) -> Received {
    let start = Instant::now();
    let rest = deadline.saturating_duration_since(start);
    if rest.is_zero() {
        return Received {
            response: None,
            fault: Some(trouble::timeout(&post.url)),
            elapsed: Duration::ZERO,
        };
    }
    let mut request = agent.post(&post.url).config().timeout_global(Some(rest)).build();
    for (name, value) in post.headers {
        request = request.header(name, value);
    }
    match request.send(&post.body[..]) {
        Err(error) => {
            let fault = Some(trouble::before_answer(&error, &post.url, proxied));
            Received { response: None, fault, elapsed: start.elapsed() }
        }
        Ok(answer) => {
            let (parts, body) = answer.into_parts();
            let reader = body.into_with_config().limit(u64::MAX).reader();
            let (body, fault) = read(reader, &post.url);
            let response =
                Response { status: parts.status.as_u16().into(), headers: kept(&parts.headers), body };
            Received { response: Some(response), fault, elapsed: start.elapsed() }
        }
    }
}

/// Reads a body up to the cap; what came before a fault is kept.
fn read(reader: impl Read, url: &str) -> (Vec<u8>, Option<Fault>) {
    let mut body = Vec::new();
    let outcome = reader.take(BODY_CAP as u64 + 1).read_to_end(&mut body);
    let fault = match outcome {
        Err(error) => Some(trouble::within_answer(error, url)),
        Ok(_) if body.len() > BODY_CAP => Some(trouble::fault(
            FaultKind::BrokenAnswer,
            url,
            &format!("the answer is larger than {} MiB", BODY_CAP / 1024 / 1024),
        )),
        Ok(_) => None,
    };
    body.truncate(BODY_CAP);
    (body, fault)
}

fn kept(headers: &HeaderMap) -> BTreeMap<String, String> {
    let is_kept =
        |name: &str| KEPT.contains(&name) || KEPT_STARTS.iter().any(|start| name.starts_with(start));
    headers
        .iter()
        .filter(|(name, _)| is_kept(name.as_str()))
        .map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            // An address that one is sent on to may hold a token.
            let value = if name == "location" { without_credentials(&value) } else { value.into_owned() };
            (name.as_str().to_owned(), value)
        })
        .collect()
}

fn proxy_for(address: &Address, proxy: Option<&str>) -> Result<Option<Proxy>, SettingsError> {
    let Some(text) = proxy else {
        return Ok(if address.is_this_machine() { None } else { Proxy::try_from_env() });
    };
    let wrong = |problem: &str| SettingsError::Value { key: "proxy", problem: problem.into() };
    if text.contains('@') {
        return Err(wrong("holds a user or password. Set HTTPS_PROXY in the environment instead"));
    }
    Proxy::new(text)
        .map(Some)
        .map_err(|_| wrong("is not a proxy's address. Write one like http://proxy.example:3128"))
}

/// Whose certificates are believed: the system's, so that a company's own authority counts (`SSL_CERT_FILE` and `SSL_CERT_DIR` go
/// before), or Mozilla's list where the system has none.
fn trusted() -> RootCerts {
    static TRUSTED: OnceLock<RootCerts> = OnceLock::new();
    TRUSTED
        .get_or_init(|| {
            let system = rustls_native_certs::load_native_certs().certs;
            if system.is_empty() {
                return RootCerts::WebPki;
            }
            let owned = system.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
            RootCerts::Specific(Arc::new(owned.collect()))
        })
        .clone()
}
