//! How long the other side asks to be left alone.

use std::time::Duration;

use serde_json::Value;

use crate::Response;

/// From `retry-after-ms`, `retry-after` in seconds or as a date (RFC 9110, section 10.2.3), or Gemini's `retryDelay`.
///
/// A date is compared with the response's own, so that neither clock need be right and a log reads the same later.
pub(super) fn read(response: &Response, json: Option<&Value>) -> Option<Duration> {
    let header = |name: &str| response.headers.get(name).map(|value| value.trim());
    let milliseconds = header("retry-after-ms").and_then(|text| text.parse::<f64>().ok());
    if let Some(wait) = milliseconds.and_then(|milliseconds| seconds(milliseconds / 1000.0)) {
        return Some(wait);
    }
    if let Some(text) = header("retry-after") {
        if let Some(wait) = text.parse().ok().and_then(seconds) {
            return Some(wait);
        }
        let until = httpdate::parse_http_date(text).ok();
        let now = header("date").and_then(|date| httpdate::parse_http_date(date).ok());
        if let (Some(until), Some(now)) = (until, now) {
            return Some(until.duration_since(now).unwrap_or_default());
        }
    }
    let details = json?.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    delay.strip_suffix('s')?.parse().ok().and_then(seconds)
}

fn seconds(seconds: f64) -> Option<Duration> {
    // A day and more is all the same: no request waits that long.
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(864_000.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(headers: &[(&str, &str)]) -> Option<Duration> {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        read(&Response { status: 429, headers, body: Vec::new() }, None)
    }

    #[test]
    fn seconds_milliseconds_and_dates_are_read() {
        let date = ("date", "Mon, 30 Nov 2026 12:00:00 GMT");
        assert_eq!(wait(&[("retry-after", " 7 ")]), Some(Duration::from_secs(7)));
        assert_eq!(
            wait(&[("retry-after-ms", "250"), ("retry-after", "7")]),
            Some(Duration::from_millis(250))
        );
        assert_eq!(
            wait(&[date, ("retry-after", "Mon, 30 Nov 2026 12:01:30 GMT")]),
            Some(Duration::from_secs(90))
        );
        assert_eq!(wait(&[date, ("retry-after", "Mon, 30 Nov 2026 11:00:00 GMT")]), Some(Duration::ZERO));
    }

    #[test]
    fn what_says_no_time_is_passed_over() {
        for text in ["", "soon", "-1", "NaN", "Mon, 30 Nov 2026 12:01:30 GMT"] {
            assert_eq!(wait(&[("retry-after", text)]), None, "{text}");
        }
        assert_eq!(wait(&[("retry-after", "1e300")]), Some(Duration::from_hours(240)));
    }

    #[test]
    fn gemini_says_it_in_the_body() {
        let json = serde_json::json!({"error": {"details": [{"@type": "x"}, {"retryDelay": "34.5s"}]}});
        let response = Response { status: 429, headers: std::collections::BTreeMap::new(), body: Vec::new() };
        assert_eq!(read(&response, Some(&json)), Some(Duration::from_millis(34_500)));
    }
}
