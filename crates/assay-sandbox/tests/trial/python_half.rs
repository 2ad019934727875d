//! The Python half's own tests, run by the interpreter of the environment.

use std::process::Command;

use crate::support::INTERPRETER;

#[test]
fn the_python_half_passes_its_own_tests() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/python");
    let output = Command::new(&INTERPRETER.executable)
        .args(["-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(folder)
        .env("PYTHONPATH", folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("Ran 0 tests"), "{said}");
}
