//! Exported issues, from which statements are better than from messages: people wrote them before there was a fix.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;

use crate::error::MineError;

/// The most bytes of a file of issues.
const MOST_BYTES: u64 = 256 << 20;

/// Issues by number.
#[derive(Debug, Clone, Default)]
pub struct Issues(BTreeMap<u64, String>);

#[derive(Deserialize)]
struct Line {
    number: u64,
    title: String,
    #[serde(default)]
    body: Option<String>,
}

impl Issues {
    /// Reads JSON Lines of objects with `number`, `title` and `body`, as the forges' own programs export them; other keys
    /// are passed over.
    pub fn read(path: &Path) -> Result<Self, MineError> {
        let failed = |line, problem: String| MineError::Issues { path: path.to_owned(), line, problem };
        let mut text = String::new();
        let file = fs::File::open(path).map_err(|error| failed(0, error.to_string()))?;
        file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| failed(0, error.to_string()))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(failed(0, "it has over 256 MiB".to_owned()));
        }
        let mut issues = BTreeMap::new();
        for (place, line) in text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let line: Line =
                serde_json::from_str(line).map_err(|error| failed(place + 1, error.to_string()))?;
            let whole = format!("{}\n\n{}", line.title, line.body.unwrap_or_default());
            if issues.insert(line.number, whole).is_some() {
                return Err(failed(place + 1, format!("issue {} stands twice", line.number)));
            }
        }
        Ok(Self(issues))
    }

    /// The issue of this number: title and text.
    pub(crate) fn get(&self, number: u64) -> Option<&str> {
        self.0.get(&number).map(String::as_str)
    }
}
