//! Whatever the bytes, there is a patch or a fault, and never a panic.

use assay_patch::{Entry, Limits, MemoryTree, Mode, Tree, TreeError, apply, parse, parse_within};
use proptest::prelude::*;

const WHOLE: &str = "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@ def f\n one\n-two\n+three\n\\ No newline at end of file\ndiff --git \"a/\\303\\244\" b/g\nsimilarity index 90%\nrename from \"\\303\\244\"\nrename to g\ndiff --git a/x b/x\nnew file mode 100755\nindex 0000000000000000000000000000000000000000..eaf36c1daccfdf325514461cd1a2ffbc139b5464\nGIT binary patch\nliteral 4\nLcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n--- p.orig\t2020-01-01\n+++ p.orig\n@@ -0,0 +1 @@\n+x\n";

fn tree() -> MemoryTree {
    let file = |text: &str| (Mode::File, text.as_bytes().to_vec());
    MemoryTree(
        [
            ("f".to_owned(), file("one\ntwo\n")),
            ("ä".to_owned(), file("")),
            ("d/l".to_owned(), (Mode::Link, b"..".to_vec())),
        ]
        .into(),
    )
}

fn tried(bytes: &[u8]) {
    if let Ok(patch) = parse(bytes) {
        for file in &patch.files {
            assert!(file.section.end <= bytes.len() && file.section.start < file.section.end);
        }
        let _ = apply(&patch, &tree()).map_err(|fault| fault.to_string());
    }
}

proptest! {
    #[test]
    fn any_bytes_give_a_patch_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        tried(&bytes);
    }

    #[test]
    fn a_patch_with_bytes_put_in_or_taken_out_gives_a_patch_or_a_fault(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, prop_oneof![any::<u8>(), Just(b'\n'), Just(b'9'), Just(b'/')]), 1..6)
    ) {
        let mut bytes = WHOLE.as_bytes().to_vec();
        for (place, what, byte) in edits {
            let place = place.index(bytes.len());
            match what {
                0 => bytes[place] = byte,
                1 => bytes.insert(place, byte),
                _ => drop(bytes.remove(place)),
            }
        }
        tried(&bytes);
    }

    #[test]
    fn lines_of_patches_in_any_order_give_a_patch_or_a_fault(
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..40)
    ) {
        let lines: Vec<&str> = WHOLE.split_inclusive('\n').collect();
        let text: String = places.iter().map(|place| lines[place.index(lines.len())]).collect();
        tried(text.as_bytes());
    }
}

#[test]
fn limits_refuse_and_never_cut() {
    let tight = [
        Limits { patch_bytes: 100, ..Limits::default() },
        Limits { files: 1, ..Limits::default() },
        Limits { hunks: 1, ..Limits::default() },
        Limits { binary_bytes: 2, ..Limits::default() },
    ];
    for limits in tight {
        let fault = parse_within(WHOLE.as_bytes(), &limits).unwrap_err();
        assert_eq!(fault.outcome().to_string(), "refused(too_large)");
    }
}

#[test]
fn copies_of_a_large_file_are_refused_before_they_fill_the_memory() {
    let mut text = String::new();
    for number in 0..1000 {
        text += &format!(
            "diff --git a/big b/c{number}\nsimilarity index 100%\ncopy from big\ncopy to c{number}\n"
        );
    }
    let tree = MemoryTree([("big".to_owned(), (Mode::File, vec![b'x'; 4 << 20]))].into());
    let fault = apply(&parse(text.as_bytes()).unwrap(), &tree).unwrap_err();
    assert_eq!(fault.outcome().to_string(), "refused(too_large)");
}

#[test]
fn binary_content_that_inflates_beyond_its_size_is_malformed() {
    let text = WHOLE.replace("literal 4\n", "literal 3\n");
    assert_eq!(parse(text.as_bytes()).unwrap_err().outcome().to_string(), "fail(does_not_apply)");
}

#[test]
fn the_search_for_another_place_ends_in_bounded_time() {
    let many = "a\n".repeat(400_000);
    let hunk: String = (0..100_000).map(|_| " a\n").collect();
    let text = format!("--- a/f\n+++ b/f\n@@ -1,100001 +1,100001 @@\n{hunk}-b\n+c\n");
    let tree = MemoryTree([("f".to_owned(), (Mode::File, many.into_bytes()))].into());
    let fault = apply(&parse(text.as_bytes()).unwrap(), &tree).unwrap_err();
    assert_eq!(fault.outcome().to_string(), "fail(does_not_apply)");
}

#[test]
fn a_tree_that_cannot_be_read_is_no_fault_of_the_patch() {
    struct Broken;
    impl Tree for Broken {
        fn entry(&self, _: &str) -> Result<Option<Entry<'_>>, TreeError> {
            Err("the disk is gone".into())
        }
    }
    let fault = apply(&parse(WHOLE.as_bytes()).unwrap(), &Broken).unwrap_err();
    assert_eq!(fault.outcome().to_string(), "infrastructure");
}
