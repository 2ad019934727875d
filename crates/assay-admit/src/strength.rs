//! The reference patch with one hunk left out.

use assay_patch::{Body, Hunk, Patch, Role};

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
                leave_out(hunks, hunk);
            }
            parts.push(part);
        }
    }
    parts.truncate(MOST_HUNKS);
    parts
}

/// Takes a hunk out. Those behind it say where they stand in the new file, which is another place then.
fn leave_out(hunks: &mut Vec<Hunk>, place: usize) {
    let gone = hunks.remove(place);
    for hunk in &mut hunks[place..] {
        hunk.new_start = (hunk.new_start + gone.old_count).saturating_sub(gone.new_count);
    }
}

#[cfg(test)]
mod tests {
    use assay_patch::{Change, MemoryTree, Mode, RepositoryPath, apply, parse};

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

    #[test]
    fn what_is_left_of_a_file_still_applies() {
        let lines: Vec<String> = (1..=40).map(|line| format!("{line}\n")).collect();
        let old = lines.concat();
        let new = old.replace("\n2\n", "\n2\na\nb\nc\n").replace("20\n21\n", "").replace("\n38\n", "\nx\n");
        let path = RepositoryPath::new(b"f").unwrap();
        let side = |text| assay_patch::Side { path: &path, mode: Mode::File, content: text };
        let text = assay_patch::write([(Some(side(old.as_bytes())), Some(side(new.as_bytes())))]);
        let tree = MemoryTree([("f".to_owned(), (Mode::File, old.clone().into_bytes()))].into());
        let found: Vec<String> = parts(&parse(&text).unwrap())
            .iter()
            .map(|part| match &apply(part, &tree).unwrap().changes[&path] {
                Change::Write { content, .. } => String::from_utf8(content.clone()).unwrap(),
                Change::Remove => String::new(),
            })
            .collect();
        let expected = [
            new.replace("a\nb\nc\n", ""),
            new.replace("19\n", "19\n20\n21\n"),
            new.replace("\nx\n", "\n38\n"),
        ];
        assert_eq!(found, expected);
    }
}
