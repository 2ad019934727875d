//! Trials in the real sandbox: one binary, one environment, a slot for every test.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which clippy does not take for tests")]

mod depth;
mod exceptions;
mod fake;
mod hostile;
mod isolation;
mod lifetime;
mod limits;
mod python_half;
mod shared;
mod support;
mod values;
mod verdicts;

/// A file that nobody lists above would never run.
#[test]
fn no_file_of_this_folder_is_forgotten() {
    let main = include_str!("main.rs");
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trial")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(name == "main" || main.contains(&format!("mod {name};")), "{name} is not listed in main.rs");
    }
}
