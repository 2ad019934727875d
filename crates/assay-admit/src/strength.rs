//! The reference patch with one hunk left out.

use assay_patch::{Body, Patch, Role};

/// The most hunks that are left out, one at a time: each costs a run.
const MOST_HUNKS: usize = 40;

/// The reference patch with one hunk left out, for each hunk, in its order. What has no hunks, or is one whole (a new file, a
/// removed one, binary content, a mode), is left out as a whole.
pub(crate) fn parts(patch: &Patch) -> Vec<Patch> {
    let mut parts = Vec::new();
    for (place, file) in patch.files.iter().enumerate() {
        let hunks = match &file.body {
            Body::Text(hunks) if file.role == Role::Change => hunks.len(),
            _ => 1,
        };
        for hunk in 0..hunks {
            let mut part = patch.clone();
            if hunks == 1 {
                part.files.remove(place);
            } else if let Body::Text(hunks) = &mut part.files[place].body {
                hunks.remove(hunk);
            }
            parts.push(part);
        }
    }
    parts.truncate(MOST_HUNKS);
    parts
}

#[cfg(test)]
mod tests {
    use assay_patch::parse;

    use super::*;

    #[test]
    fn each_hunk_is_left_out_once_and_new_files_go_as_a_whole() {
        let text = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-c\n+d\ndiff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n";
        let patch = parse(text.as_bytes()).unwrap();
        let parts = parts(&patch);
        let shape = |patch: &Patch| -> Vec<usize> {
            let hunks = patch.files.iter().map(|file| match &file.body {
                Body::Text(hunks) => hunks.len(),
                _ => 0,
            });
            hunks.collect()
        };
        assert_eq!(parts.iter().map(shape).collect::<Vec<_>>(), [vec![1, 1], vec![1, 1], vec![2]]);
        assert_ne!(parts[0], parts[1]);
    }
}
