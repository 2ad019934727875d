//! Patches as models and people write them, each with the outcome that it must have.

mod cases;

use assay_patch::{Change, Entry, Mode, Offsets, RepairKind, Tree as _, apply, apply_with, parse};
use cases::{CASES, Expected, tree};

fn outcome(patch: &str, offsets: Offsets) -> Result<assay_patch::Applied, assay_patch::Fault> {
    apply_with(&parse(patch.as_bytes())?, &tree(), offsets, &assay_patch::Limits::default())
}

#[test]
fn each_patch_has_its_outcome() {
    assert!(CASES.len() >= 40, "{}", CASES.len());
    let mut wrong = Vec::new();
    for case in CASES {
        let got = match outcome(case.patch, Offsets::Refused) {
            Ok(applied) => {
                let changes = applied.changes.iter().map(|(path, change)| match change {
                    Change::Remove => format!("- {path}"),
                    Change::Write { mode, content } => {
                        format!("{} {path} {:?}", mode.octal(), String::from_utf8_lossy(content))
                    }
                });
                let repairs = applied.repairs.iter().map(|repair| match repair.kind {
                    RepairKind::LastLineEnded => "mended: last line".to_owned(),
                    RepairKind::CarriageReturnsRemoved => "mended: CRLF".to_owned(),
                });
                changes.chain(repairs).collect::<Vec<_>>().join("\n")
            }
            Err(fault) => format!("{}: {fault}", fault.outcome()),
        };
        let good = match case.expected {
            Expected::Files(lines) => got == lines.join("\n"),
            Expected::Refusal(beginning, rest) => {
                got.starts_with(&format!("{beginning}: ")) && got.contains(rest)
            }
        };
        if !good {
            wrong.push(format!("## {}\nexpected {:?}\ngot {got}", case.name, case.expected));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn attack_49_a_hunk_whose_lines_stand_twice_is_not_moved_even_where_moving_is_allowed() {
    let patch = "--- a/twice.txt\n+++ b/twice.txt\n@@ -2,3 +2,3 @@\n x\n-y\n+w\n z\n";
    let fault = outcome(patch, Offsets::Unique).unwrap_err();
    assert_eq!(fault.outcome().to_string(), "fail(does_not_apply)");
}

#[test]
fn a_hunk_is_moved_to_its_only_place_where_that_is_allowed_and_it_is_counted() {
    let patch = "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -3,3 +3,3 @@\n line 9\n-line 10\n+line ten\n line 11\n";
    let applied = outcome(patch, Offsets::Unique).unwrap();
    assert_eq!(applied.hunks_moved, 1);
    let fault = outcome(patch, Offsets::Refused).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "\"src/numbers.txt\", hunk 1, line 4 of the patch: line 3 of the file is not as the hunk says; the hunk's lines stand once in the file, from line 9"
    );
}

#[test]
fn nothing_of_a_patch_is_applied_if_a_part_of_it_is_not() {
    let good = "--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n";
    let bad = "--- a/absent.txt\n+++ b/absent.txt\n@@ -1 +1 @@\n-x\n+y\n";
    assert!(outcome(good, Offsets::Refused).is_ok());
    assert!(outcome(&format!("{good}{bad}"), Offsets::Refused).is_err());
}

#[test]
fn sections_are_selected_byte_for_byte() {
    let first = "diff --git a/empty.txt b/empty.txt\n--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+x\n";
    let second = "diff --git a/tests/t.py b/tests/t.py\nnew file mode 100644\n--- /dev/null\n+++ b/tests/t.py\n@@ -0,0 +1 @@\n+y\n";
    let text = format!("{first}{second}");
    let patch = parse(text.as_bytes()).unwrap();
    let tests = patch.select(text.as_bytes(), |file| file.path.as_str().starts_with("tests/"));
    assert_eq!(String::from_utf8(tests).unwrap(), second);
    assert_eq!(
        patch.files.iter().map(assay_patch::FilePatch::lines_changed).collect::<Vec<_>>(),
        [(1, 0), (1, 0)]
    );
}

#[test]
fn a_memory_tree_knows_files_links_and_folders() {
    let tree = tree();
    assert!(matches!(tree.entry("src").unwrap(), Some(Entry::Folder)));
    assert!(matches!(tree.entry("link").unwrap(), Some(Entry::File { mode: Mode::Link, .. })));
    assert_eq!(tree.entry("sr").unwrap(), None);
    assert!(apply(&parse(b"--- a/src\n+++ b/src\n@@ -0,0 +1 @@\n+x\n").unwrap(), &tree).is_err());
}
