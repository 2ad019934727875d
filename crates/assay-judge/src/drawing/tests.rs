use super::*;

#[test]
fn a_long_sentence_is_folded_and_loses_no_word() {
    let sentence = "word ".repeat(60).trim_end().to_owned();
    let text = folded(&sentence);
    assert!(text.lines().all(|line| line.chars().count() <= 98), "{text}");
    assert_eq!(text.split_whitespace().count(), 60);
}

#[test]
fn columns_are_as_wide_as_their_widest_cell() {
    let rows = [vec!["figure".to_owned(), "judge".to_owned()], vec!["F1".to_owned(), "–".to_owned()]];
    assert_eq!(aligned(&rows), "   figure   judge\n   F1           –");
    assert_eq!(markdown_table(&rows), "| figure | judge |\n|---|--:|\n| F1 | – |");
}
