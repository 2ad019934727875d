//! Trials in the real sandbox: one binary, one environment, a slot for every test.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which clippy does not take for tests")]

mod attacks;
mod commands;
mod conformance;
mod depth;
mod exceptions;
mod fake;
mod hostile;
mod isolation;
mod lifetime;
mod limits;
mod measuring;
mod own;
mod processes;
mod python_half;
mod shared;
mod shell;
mod support;
mod traced;
mod values;
mod verdicts;

use std::path::Path;

/// A file that nobody lists would never run.
#[test]
fn no_file_of_this_folder_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trial");
    listed(&folder, "main.rs");
}

fn listed(folder: &Path, list: &str) {
    let text = std::fs::read_to_string(folder.join(list)).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            path.ends_with(list) || text.contains(&format!("mod {name};")),
            "{name} is not listed in {list}"
        );
        if path.is_dir() {
            listed(&path, "mod.rs");
        }
    }
}
