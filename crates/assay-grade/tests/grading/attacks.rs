//! The project's list of attacks, as far as a prediction's patch can make them on the grading of a task. Each solves the task besides:
//! what was refused decides, and not what was applied before it.

use crate::shop::{REFERENCE, grade};

/// The patch has this outcome, and no file of it reached the tests.
fn is_refused(besides: &str, outcome: &str) {
    for patch in [format!("{REFERENCE}{besides}"), format!("{besides}{REFERENCE}")] {
        let grade = grade(&patch);
        assert_eq!(grade.outcome.to_string(), outcome, "{patch}: {:?}", grade.evidence);
        assert!(grade.alterations.is_none(), "{patch}");
    }
}

fn makes(mode: &str, path: &str, line: &str) -> String {
    format!(
        "diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n"
    )
}

#[test]
fn attack_47_a_prediction_that_plants_gits_hooks_is_refused_whole() {
    for path in [".git/hooks/post-checkout", ".GIT/hooks/post-checkout", "src/.git/config"] {
        is_refused(&makes("100755", path, "#!/bin/sh"), "refused(forbidden_path)");
    }
}

#[test]
fn attack_48_a_prediction_that_leads_out_of_its_repository_is_refused_whole() {
    for path in ["../outside.py", "src/../../outside.py", "/etc/outside"] {
        is_refused(&makes("100644", path, "x"), "refused(forbidden_path)");
    }
    let target = "../../../etc/passwd\n\\ No newline at end of file";
    is_refused(&makes("120000", "src/out", target), "refused(forbidden_link)");
    is_refused(&makes("160000", "src/module", "Subproject commit 1"), "refused(forbidden_mode)");
    is_refused(&makes("100644", ".gitattributes", "*.py filter=x"), "refused(forbidden_attribute)");
}

#[test]
fn attack_49_a_prediction_of_which_a_part_does_not_apply_changes_nothing() {
    let other =
        "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -1,2 +1,2 @@\n line 1\n-line two\n+line 2\n";
    is_refused(other, "fail(does_not_apply)");
    // The lines stand in the file, but not where the hunk says.
    let moved =
        "--- a/src/numbers.txt\n+++ b/src/numbers.txt\n@@ -30,2 +30,2 @@\n line 1\n-line 2\n+line two\n";
    is_refused(moved, "fail(does_not_apply)");
}
