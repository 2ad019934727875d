//! What this crate reads in patches, as JSON Lines: the other half of `evidence/patches.py`.
//!
//! Each line of standard input is `{"id", "patch"}` with a text or null; each line of output says what was read: `files` with
//! lines added and removed by path, or the `outcome` and the `fault`.

use std::io::{BufRead, Write};

use assay_patch::parse;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let text = request["patch"].as_str().unwrap_or_default();
        let answer = match parse(text.as_bytes()) {
            Ok(patch) => {
                let files = patch.files.iter().map(|file| {
                    let (added, removed) = file.lines_changed();
                    json!({ "path": file.path.as_str(), "added": added, "removed": removed })
                });
                let files: Vec<Value> = files.collect();
                json!({ "id": request["id"], "files": files, "repairs": patch.repairs.len(), "passed_over": patch.lines_passed_over })
            }
            Err(fault) => {
                json!({ "id": request["id"], "outcome": fault.outcome().to_string(), "fault": fault.to_string() })
            }
        };
        writeln!(out, "{answer}")?;
    }
    Ok(())
}
