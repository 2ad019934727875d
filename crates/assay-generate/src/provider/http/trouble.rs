//! What went wrong on the way, as a fault: what kind, where, and what to do.

use std::io::{self, ErrorKind};

use ureq::{Error, Timeout};

use crate::provider::reading::harmless;
use crate::{Fault, FaultKind};

/// A fault at an address.
pub(super) fn fault(kind: FaultKind, url: &str, what: &str) -> Fault {
    Fault { kind, message: format!("{url}: {}", harmless(what)), retry_after: None }
}

/// No whole answer until the deadline.
pub(super) fn timeout(url: &str) -> Fault {
    fault(FaultKind::Timeout, url, "no whole answer until the deadline")
}

/// Before any of the answer was there.
pub(super) fn before_answer(error: &Error, url: &str, proxied: bool) -> Fault {
    let (kind, what) = match error {
        Error::HostNotFound | Error::Timeout(Timeout::Resolve) if proxied => {
            (FaultKind::Proxy, "the proxy's name cannot be resolved; check HTTPS_PROXY or proxy".to_owned())
        }
        Error::HostNotFound | Error::Timeout(Timeout::Resolve) => (
            FaultKind::NameResolution,
            "the name cannot be resolved; check base_url and the network".to_owned(),
        ),
        Error::Timeout(Timeout::Connect) if proxied => {
            (FaultKind::Proxy, "the proxy cannot be reached; check HTTPS_PROXY or proxy".to_owned())
        }
        Error::Timeout(Timeout::Connect) => {
            (FaultKind::Connection, "no connection could be made; check base_url and the network".to_owned())
        }
        Error::Timeout(_) => return timeout(url),
        Error::ConnectProxyFailed(reason) => {
            (FaultKind::Proxy, format!("the proxy does not let the request through: {reason}"))
        }
        Error::InvalidProxyUrl => (FaultKind::Proxy, "the proxy's address cannot be used".to_owned()),
        Error::Io(error) => io_trouble(error, proxied),
        Error::Tls(_) | Error::Pem(_) | Error::Rustls(_) | Error::TlsRequired => {
            (FaultKind::Connection, untrusted(&error.to_string()))
        }
        Error::Protocol(_) | Error::LargeResponseHeader(..) => {
            (FaultKind::BrokenAnswer, format!("what answers does not speak HTTP as it should: {error}"))
        }
        Error::Http(_) | Error::BadUri(_) => (FaultKind::BadRequest, format!("cannot be asked: {error}")),
        _ => (FaultKind::Connection, error.to_string()),
    };
    fault(kind, url, &what)
}

/// After the answer had begun.
pub(super) fn within_answer(error: io::Error, url: &str) -> Fault {
    match Error::from(error) {
        Error::Timeout(_) => timeout(url),
        Error::Protocol(error) => fault(FaultKind::Cut, url, &format!("the answer is not whole: {error}")),
        error => fault(FaultKind::Cut, url, &format!("the answer ended before its end: {error}")),
    }
}

fn io_trouble(error: &io::Error, proxied: bool) -> (FaultKind, String) {
    match error.kind() {
        ErrorKind::TimedOut => (FaultKind::Timeout, "no whole answer until the deadline".into()),
        ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable
            if proxied =>
        {
            (FaultKind::Proxy, format!("the proxy cannot be reached: {error}"))
        }
        ErrorKind::ConnectionRefused => {
            (FaultKind::Connection, "nobody listens there; check base_url and that the server runs".into())
        }
        ErrorKind::UnexpectedEof
        | ErrorKind::ConnectionReset
        | ErrorKind::ConnectionAborted
        | ErrorKind::BrokenPipe => {
            (FaultKind::Connection, "the connection was closed before it answered".into())
        }
        ErrorKind::InvalidData => (FaultKind::Connection, untrusted(&error.to_string())),
        // What the resolver says is an error without a kind of its own.
        _ if error.to_string().contains("failed to lookup address") => {
            let kind = if proxied { FaultKind::Proxy } else { FaultKind::NameResolution };
            (kind, "the name cannot be resolved; check base_url and the network".into())
        }
        _ => (FaultKind::Connection, error.to_string()),
    }
}

fn untrusted(what: &str) -> String {
    format!(
        "no encrypted connection that can be trusted: {what}. Where a company's proxy signs with its own authority, name its \
         certificates in SSL_CERT_FILE"
    )
}
