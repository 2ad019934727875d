//! Results of PMD 7.28.0 on small texts of our own; the command's `--minimum-tokens` is the number.

use proptest::prelude::*;

use super::*;

/// For each duplicate its tokens and the lines of its places.
fn found(source: &str, minimum: usize) -> Vec<(usize, Vec<(usize, usize)>)> {
    let minimum = NonZeroUsize::new(minimum).unwrap();
    let lines = |place: &Place| (place.first_line, place.last_line);
    let row = |duplicate: Duplicate| (duplicate.tokens, duplicate.places.iter().map(lines).collect());
    find(source, minimum).unwrap().into_iter().map(row).collect()
}

#[test]
fn equal_runs_are_found_from_the_minimum_on_and_renamed_ones_are_not() {
    let twice = "x = [1, 2, 3, 4, 5, 6]\ny = [1, 2, 3, 4, 5, 6]\n";
    assert_eq!(found(twice, 10), [(14, vec![(1, 1), (2, 2)])]);
    assert_eq!(found(twice, 14), [(14, vec![(1, 1), (2, 2)])]);
    assert_eq!(found(twice, 15), []);
    let renamed = "def f(a):\n    return a + a * a - a\n\n\ndef f(b):\n    return b + b * b - b\n";
    assert_eq!(found(renamed, 10), []);
}

#[test]
fn layout_and_comments_are_no_tokens() {
    let source = "total = price * count + tax - rebate\nif big:\n    total = (price * # of one\n        count + tax - rebate)\n";
    assert_eq!(found(source, 7), [(7, vec![(1, 1), (3, 4)])]);
}

#[test]
fn a_text_that_does_not_parse_is_searched() {
    let source = "def f(:\n    return (1, 2, 3, 4\ndef g(:\n    return (1, 2, 3, 4\n";
    assert_eq!(found(source, 10), [(11, vec![(1, 2), (3, 4)])]);
}

#[test]
fn a_text_that_does_not_split_is_an_error_at_its_line() {
    for (source, line) in
        [("x = 1\ny = 'a\n", 2), ("x = ?\n", 1), ("\"\"\"\nx", 1), ("x = a!\n", 1), ("'a\\", 1), ("\0", 1)]
    {
        assert_eq!(find(source, MINIMUM_TOKENS), Err(NotSearched::Lexical { line }), "{source:?}");
    }
}

#[test]
fn comments_switch_the_search_off_and_on() {
    let line = "f(1, 2, 3, 4, 5)\n";
    assert_eq!(found(&line.repeat(2), 10).len(), 1);
    assert_eq!(found(&format!("{line}# CPD-OFF\n{line}"), 10), []);
    assert_eq!(found(&format!("{line}# CPD-OFF\n{line}# CPD-ON\n{line}"), 10).len(), 1);
}

#[test]
fn any_text_is_searched_or_refused_in_bounded_time() {
    for source in ["x ".repeat(1 << 20), "0, ".repeat(1 << 20), "a b c d e f g h i j k l m\n".repeat(1 << 17)]
    {
        let _ = find(&source, MINIMUM_TOKENS);
    }
    assert!(find(&" ".repeat(5 << 20), MINIMUM_TOKENS).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(source in any::<String>(), minimum in 1_usize..40) {
        let _ = find(&source, NonZeroUsize::new(minimum).unwrap());
    }

    #[test]
    fn places_of_a_duplicate_hold_as_many_lines_as_the_text(source in "[ab0.'\"\\\\ \n\r#]{0,80}", minimum in 1_usize..9) {
        let lines = source.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count() + 1;
        for duplicate in find(&source, NonZeroUsize::new(minimum).unwrap()).unwrap_or_default() {
            prop_assert!(duplicate.tokens >= minimum && duplicate.places.len() >= 2);
            for place in duplicate.places {
                prop_assert!(1 <= place.first_line && place.first_line <= place.last_line && place.last_line <= lines);
            }
        }
    }
}
