//! Where a hosted model is, checked before anything is sent.

use std::net::IpAddr;

use ureq::http::Uri;

use super::kinds::SettingsError;

/// An interface's address, up to and with its version, without a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    text: String,
    host: String,
}

impl Address {
    /// Reads and checks a `base_url`. `http://` is for this machine alone unless `plain_http` asks for more: a key and prompts
    /// must not cross a network in the clear by mistake.
    pub(crate) fn of(url: &str, plain_http: bool) -> Result<Self, SettingsError> {
        let shown = without_credentials(url);
        let wrong = |problem: &str| SettingsError::Address { url: shown.clone(), problem: problem.into() };
        let uri: Uri =
            url.parse().map_err(|_| wrong("is not an address. Write one like https://api.example/v1"))?;
        let authority = uri.authority().ok_or_else(|| wrong("has no host"))?;
        if authority.as_str().contains('@') {
            return Err(wrong("holds a user or password. Put the key where key_env or key_file says"));
        }
        if uri.query().is_some() || url.contains('#') {
            return Err(wrong("holds a query or fragment. Leave it out"));
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() {
            return Err(wrong("has no host"));
        }
        let address = Self { text: url.trim_end_matches('/').to_owned(), host };
        match uri.scheme_str() {
            Some("https") => Ok(address),
            Some("http") if plain_http || address.is_this_machine() => Ok(address),
            Some("http") => Err(wrong(
                "would send prompts and the key in the clear. Use https, or set plain_http = true if the network between is yours",
            )),
            _ => Err(wrong("has a scheme other than https and http")),
        }
    }

    /// Scheme, host, port and path.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is a loopback address, by its name or number: nothing leaves the machine.
    pub(crate) fn is_this_machine(&self) -> bool {
        let by_name = self.host == "localhost" || self.host.ends_with(".localhost");
        by_name || self.host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    }

    /// Whether certificates are needed.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("https:"))
    }
}

/// The text without what stands before an `@`, and without a query.
pub(crate) fn without_credentials(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    match (url.split_once("://"), url.rfind('@')) {
        (Some((scheme, _)), Some(at)) => format!("{scheme}://{}", &url[at + 1..]),
        (None, Some(at)) => url[at + 1..].to_owned(),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_stays_on_this_machine_unless_asked_for() {
        for url in [
            "http://127.0.0.1:8000/v1/",
            "http://localhost",
            "http://[::1]:1",
            "http://127.9.9.9",
            "HTTP://a.localhost",
        ] {
            assert!(Address::of(url, false).is_ok_and(|address| address.is_this_machine()), "{url}");
        }
        for url in
            ["http://10.0.0.1", "http://0.0.0.0", "http://localhost.example", "http://127.0.0.1.example/v1"]
        {
            assert!(Address::of(url, false).is_err(), "{url}");
            assert!(Address::of(url, true).is_ok_and(|address| !address.is_this_machine()), "{url}");
        }
        assert!(Address::of("https://api.example/v1", false).is_ok_and(|address| address.is_encrypted()));
    }

    #[test]
    fn an_address_holds_no_secret_and_no_error_shows_one() {
        for url in [
            "https://user:hunter22@api.example/v1",
            "https://api.example/v1?key=hunter22",
            "ftp://a:hunter22@b",
        ] {
            let problem = Address::of(url, true).expect_err("refused").to_string();
            assert!(!problem.contains("hunter22"), "{problem}");
        }
        for url in ["", "api.example/v1", "https://", "https:///v1", "https://a/#x", "file:///etc/passwd"] {
            assert!(Address::of(url, true).is_err(), "{url}");
        }
    }

    #[test]
    fn a_slash_at_the_end_means_nothing() {
        assert_eq!(
            Address::of("https://api.example/v1/", false),
            Address::of("https://api.example/v1", false)
        );
    }
}
