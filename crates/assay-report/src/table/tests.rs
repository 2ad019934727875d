use super::*;
use crate::fixtures;

fn plain(report: &Report) -> String {
    String::from_utf8(Table::PLAIN.render(report).unwrap()).unwrap()
}

#[test]
fn a_regression() {
    insta::assert_snapshot!(plain(&fixtures::regression()));
}

#[test]
fn an_improvement() {
    insta::assert_snapshot!(plain(&fixtures::improvement()));
}

#[test]
fn too_little_to_tell() {
    insta::assert_snapshot!(plain(&fixtures::inconclusive()));
}

#[test]
fn an_empty_comparison() {
    insta::assert_snapshot!(plain(&fixtures::empty()));
}

#[test]
fn every_kind_of_verdict() {
    insta::assert_snapshot!(plain(&fixtures::many_rows()));
}

#[test]
fn a_breakdown_by_difficulty_and_tag() {
    insta::assert_snapshot!(plain(&fixtures::broken_down()));
}

#[test]
fn time_and_memory() {
    insta::assert_snapshot!(plain(&fixtures::performance()));
}

#[test]
fn time_and_memory_fit_a_terminal_of_80_columns() {
    let report = fixtures::performance();
    for line in [performance::numbers(&report), performance::changed(&report)].join("\n").lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn each_model_against_itself() {
    let drawn = plain(&fixtures::self_check());
    let (_, block) = drawn.split_once(" Each model against itself").unwrap();
    let (block, _) = block.split_once("outcome of the samples").unwrap();
    insta::assert_snapshot!(block);
}

#[test]
fn complexity_beside_the_verdicts() {
    let table = plain(&fixtures::complexity());
    let place = table.find(" The paper's other baseline").unwrap();
    insta::assert_snapshot!(&table[place..]);
    let mut report = fixtures::complexity();
    report.complexity.as_mut().unwrap().metrics.clear();
    assert!(plain(&report).contains("4,100 pairs") && !plain(&report).contains("rank-biserial"));
}

#[test]
fn every_line_fits() {
    for (name, report) in fixtures::all() {
        for line in plain(&report).lines() {
            assert!(line.chars().count() <= usize::from(COLUMNS), "{name}: {line}");
        }
    }
}

#[test]
fn colour_adds_to_the_words_and_replaces_none() {
    let report = fixtures::many_rows();
    let coloured = String::from_utf8(Table::COLOURED.render(&report).unwrap()).unwrap();
    let red = coloured.split("REGRESSION").next().unwrap();
    assert!(red.ends_with('m') && red.contains("\u{1b}["), "{red:?}");
    let mut stripped = String::new();
    for part in coloured.split('\u{1b}') {
        stripped.push_str(part.strip_prefix('[').map_or(part, |rest| &rest[rest.find('m').unwrap() + 1..]));
    }
    let without_space = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(without_space(&stripped), without_space(&plain(&report)));
}
