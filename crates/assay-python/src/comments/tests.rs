use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::PythonVersion;

fn module(source: &str) -> Module {
    Module::parse(Arc::from(source), PythonVersion::PY311).unwrap()
}

/// Lines of the pairs that are alike.
fn lines(source: &str) -> Vec<(usize, usize)> {
    let pairs = duplicated(&module(source), Thresholds::default()).unwrap();
    pairs.into_iter().map(|pair| (pair.first_line, pair.second_line)).collect()
}

/// Ratios as CPython 3.11's difflib gives them.
#[test]
#[expect(clippy::float_cmp, reason = "the ratios must be the same")]
fn ratios_are_those_of_difflib() {
    let long = format!("{}b{}", "a".repeat(150), "c".repeat(150));
    let cases = [
        ("", "", 1.0),
        ("a", "", 0.0),
        (" abcd", "abcd abcd", 10.0 / 14.0),
        ("# check if x is even", "# check if x is odd", 2.0 * 16.0 / 39.0),
        ("qabxcd", "abycdf", 8.0 / 12.0),
        // Not symmetric: the earliest block of the first text is taken.
        ("tide", "diet", 0.25),
        ("diet", "tide", 0.5),
        // Popular characters start no block, but a block grows over them, also from nothing.
        (&long, &long, 1.0),
        (&"ab".repeat(100), &"ba".repeat(100), 0.0),
        (&"ab".repeat(99), &"ba".repeat(99), 2.0 * 197.0 / 396.0),
        ("é\u{1f600}x", "é\u{1f600}y", 4.0 / 6.0),
    ];
    for (first, second, expected) in cases {
        assert_eq!(ratio(first, second), expected, "{first:?} {second:?}");
    }
}

#[test]
fn four_pairs_of_comments_that_are_alike_make_a_duplication() {
    let three = "# add the number\nx = 1\n# add the number\nx = 2\n# add the numbers\nx = 3\n";
    assert_eq!(lines(three), []);
    let four = format!("{three}    # add the number!\n");
    assert_eq!(lines(&four), [(1, 3), (1, 5), (1, 7), (3, 5), (3, 7), (5, 7)]);
}

#[test]
fn only_comments_with_a_line_to_themselves_are_compared() {
    let after_code = "x = 1  # add the number\n".repeat(5);
    assert_eq!(lines(&after_code), []);
    let in_a_string = format!("'''\n{}'''\n", "# add the number\n".repeat(5));
    assert_eq!(lines(&in_a_string), []);
    assert_eq!(lines(&"# add the number\r".repeat(4)).last(), Some(&(3, 4)));
}

#[test]
fn thresholds_are_the_callers() {
    let module = module("# one two\nx = 1\n# one too\n");
    let found = |ratio, pairs| duplicated(&module, Thresholds { ratio, pairs }).unwrap().len();
    assert_eq!([found(0.9, 1), found(0.8, 1), found(0.8, 2)], [0, 1, 0]);
}

#[test]
fn by_the_authors_code_one_text_must_take_part_four_times() {
    let found = |reading, source: &str| {
        let pairs = duplicated_by(reading, &module(source), Thresholds::default()).unwrap();
        pairs.into_iter().map(|pair| (pair.first_line, pair.second_line)).collect::<Vec<_>>()
    };
    let three = "# add the number\n".repeat(3);
    assert_eq!(found(Reading::Default, &three), []);
    assert_eq!(found(Reading::Paper, &three), []);
    assert_eq!(found(Reading::AuthorsCode, &three), [(1, 2), (1, 3)]);
    let others: String = ["add the number", "print every line", "look into the list", "go to sleep now"]
        .map(|text| format!("# {text} 1\n# {text} 2\n"))
        .concat();
    assert_eq!(found(Reading::Default, &others), [(1, 2), (3, 4), (5, 6), (7, 8)]);
    assert_eq!(found(Reading::Paper, &others), [(1, 2), (3, 4), (5, 6), (7, 8)]);
    assert_eq!(found(Reading::AuthorsCode, &others), []);
    let in_a_string = format!("'''\n{three}'''\n");
    assert_eq!(found(Reading::Default, &in_a_string), []);
    assert_eq!(found(Reading::AuthorsCode, &in_a_string), [(2, 3), (2, 4)]);
    let four_others = ["1", "2", "3", "4", "5"].map(|number| format!("# add the number {number}\n")).concat();
    assert_eq!(found(Reading::AuthorsCode, &four_others), [(1, 2), (1, 3), (1, 4), (1, 5)]);
}

#[test]
fn too_much_to_compare_is_refused() {
    let many: Vec<String> =
        (0..40_000).map(|number| format!("# {number:x}{}", number * 7919 % 104_729)).collect();
    assert_eq!(duplicated(&module(&many.join("\n")), Thresholds::default()), Err(BeyondLimits));
    let same = "# add the number\n".repeat(100_000);
    assert_eq!(duplicated(&module(&same), Thresholds::default()).unwrap().len(), 1_000);
}

proptest! {
    #[test]
    fn bounds_are_bounds(first in "[ab #é]{0,40}", second in "[ab #é]{0,40}") {
        let exact = ratio(&first, &second);
        prop_assert!((0.0..=1.0).contains(&exact));
        prop_assert!(exact <= Sequence::of(&first).at_most(&Sequence::of(&second)));
        prop_assert!((exact >= 1.0) == (first == second));
    }
}
