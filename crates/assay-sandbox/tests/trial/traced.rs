//! docs/security.md against the sources: every attack is traced, and every test that it names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Numbers in the project's list of attacks.
const LISTED: u32 = 66;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document() -> String {
    fs::read_to_string(workspace().join("docs/security.md")).unwrap()
}

/// Rows of the tables whose first cell is a number.
fn rows(document: &str) -> BTreeMap<u32, &str> {
    let rows = document.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
        Some((number.parse().ok()?, rest))
    });
    rows.collect()
}

/// Names of tests in a text: between backticks, of several words.
fn named(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let of_a_test = |name: &&str| {
        name.matches('_').count() > 3
            && !name.starts_with('_')
            && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
    };
    quoted.filter(of_a_test).map(str::to_owned).collect()
}

/// The texts of all Rust sources of the workspace.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
}

/// Functions of that beginning, each with its text to the end of its file.
fn functions<'a>(sources: &'a [String], beginning: &str) -> BTreeMap<String, &'a str> {
    let mut found = BTreeMap::new();
    for source in sources {
        for (place, _) in source.match_indices("\nfn ") {
            let text = &source[place + 4..];
            let name = text.split('(').next().unwrap_or_default();
            if name.starts_with(beginning) {
                found.insert(name.to_owned(), text);
            }
        }
    }
    found
}

#[test]
fn every_number_of_the_list_is_traced_to_a_test_or_to_who_owns_it() {
    let document = document();
    let rows = rows(&document);
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), (1..=LISTED).collect::<Vec<_>>());
    for (number, row) in rows {
        assert!(!named(row).is_empty() || row.contains("issue "), "{number}: {row}");
    }
}

#[test]
fn every_test_that_the_document_names_exists() {
    let mut texts = Vec::new();
    sources(&workspace().join("crates"), &mut texts);
    for name in named(&document()) {
        let function = format!("fn {name}()");
        assert!(texts.iter().any(|text| text.contains(&function)), "{name}");
    }
}

#[test]
fn every_attack_is_in_the_document_and_goes_through_the_conformance_suite() {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut texts);
    let document = named(&document());
    let mut attacks = functions(&texts, "attack_");
    let mut own = functions(&texts, "own_");
    // Helpers begin with that word, too; attacks go on with a number.
    own.retain(|name, _| name[4..].starts_with(|next: char| next.is_ascii_digit()));
    let numbers: Vec<usize> =
        own.keys().map(|name| name[4..].split('_').next().unwrap().parse().unwrap()).collect();
    assert_eq!(numbers, (1..=own.len()).collect::<Vec<_>>());
    assert!(own.len() >= 20);
    attacks.extend(own);
    for (name, text) in attacks {
        assert!(document.contains(&name), "{name} is not in docs/security.md");
        let body = text.split("\n}").next().unwrap();
        assert!(body.contains("conformance(|bench|"), "{name} goes past the conformance suite");
    }
}
