use super::*;

fn statement(text: &str, added: &[&str], names: &[&str]) -> Option<Statement> {
    let added: Vec<String> = added.iter().map(|line| (*line).to_owned()).collect();
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    let known = "order_total";
    let source = StatementSource::Message;
    Material { text, source, without_instructions: false, added: &added, names: &names, known }.statement()
}

#[test]
fn a_repairs_message_loses_what_it_says_to_change() {
    let names = BTreeSet::new();
    let text = "Fix grouping for lowercase 'as'\n\nA lowercase `as` was passed over (e.g. `count(x)` stood alone).\nCompare case-insensitively, matching the sibling checks.";
    let repair = |without_instructions| {
        let source = StatementSource::Message;
        Material { text, source, without_instructions, added: &[], names: &names, known: "" }
            .statement()
            .unwrap()
    };
    let found = repair(true);
    assert!(found.text.ends_with("`count(x)` stood alone)."), "{}", found.text);
    assert_eq!(found.leak.sentences_removed, 1);
    assert!(repair(false).text.ends_with("sibling checks."));
}

#[test]
fn links_numbers_hashes_and_trailers_go() {
    let text = "Totals are not rounded (#12)\n\nSee https://example.org/x?y=1 for details, broken since 0a1b2c3d4e.\nFixes #12 and #13.\n\nSigned-off-by: Ada <a@example.org>\n";
    let found = statement(text, &[], &[]).unwrap();
    assert_eq!(found.text, "Totals are not rounded\n\nSee for details, broken since.");
    assert_eq!(
        (found.leak.links_removed, found.leak.references_removed, found.leak.lines_removed),
        (1, 3, 1)
    );
}

#[test]
fn issues_are_named_in_several_ways() {
    for text in [
        "Round totals (issue752)",
        "Round totals ISSUE_801;",
        "Round totals, issue-7",
        "issue #12: Round totals",
    ] {
        assert_eq!(statement(text, &[], &["totals_of"]).map(|found| found.text), None, "two words: {text}");
    }
    let found = statement("bugfix ISSUE_801; Remove all comments (issue 7)", &[], &[]).unwrap();
    assert_eq!(found.text, "bugfix Remove all comments");
    let found = statement("Round the totals (issue752)\n\nThey were not", &[], &[]).unwrap();
    assert_eq!(found.text, "Round the totals\n\nThey were not");
}

#[test]
fn nothing_is_left_of_a_line_that_named_what_ends() {
    let text = "Add a decorator for totals\n\nCloses: https://example.org/x/issues/7\n* Fixes: #12\n\nTotals are fixed here\n";
    assert_eq!(
        statement(text, &[], &[]).unwrap().text,
        "Add a decorator for totals\n\nTotals are fixed here"
    );
}

#[test]
fn lines_of_the_fix_and_of_diffs_go_and_lists_stay() {
    let text = "Round the totals of carts\n\n- carts with cents\n- empty carts\n\n+    return round(value, 2)\n  `return round(value, 2)`\n@@ -1 +1 @@\n";
    let found = statement(text, &["    return round(value, 2)"], &[]).unwrap();
    assert_eq!(found.text, "Round the totals of carts\n\n- carts with cents\n- empty carts");
    assert_eq!(found.leak.lines_removed, 3);
}

#[test]
fn names_that_only_the_fix_has_go_where_they_are_written_as_code() {
    let found = statement(
        "Total calls _round_half_up() and `fsum` to sum exactly",
        &[],
        &["_round_half_up", "fsum", "exactly"],
    )
    .unwrap();
    assert_eq!(found.text, "Total calls … and … to sum exactly");
    assert_eq!(found.leak.names_removed, 2);
    assert_eq!(found.leak.words, ["exactly"]);
    assert!((found.leak.score - 0.25).abs() < 1e-12, "one of total, calls, sum, exactly");
}

#[test]
fn a_statement_of_nothing_but_the_fix_is_none() {
    assert_eq!(statement("Fix #12", &[], &[]), None);
    assert_eq!(statement("", &[], &[]), None);
}

#[test]
fn words_of_names_count_as_leaked() {
    let found = statement("Cache compiled patterns", &[], &["compiled_patterns", "cache"]).unwrap();
    assert!((found.leak.score - 1.0).abs() < 1e-12);
    assert!(leaks(&found));
}

#[test]
fn words_that_were_there_before_are_no_leak_and_one_word_alone_is_none() {
    let found = statement("Order totals wrongly", &[], &["sorted_order", "wrongly"]).unwrap();
    assert_eq!(found.leak.words, ["wrongly"]);
    assert!(!leaks(&found));
}

#[test]
fn numbers_of_issues_at_the_beginning_go() {
    for text in
        ["Issue 12: Add totals of carts", "Issue #12: Add totals of carts", "#12: Add totals of carts"]
    {
        assert_eq!(statement(text, &[], &[]).unwrap().text, "Add totals of carts", "{text}");
    }
}

#[test]
fn numbers_are_no_hashes() {
    let text = "Sums over 1000000 are wrong";
    assert_eq!(statement(text, &[], &[]).unwrap().text, text);
}
