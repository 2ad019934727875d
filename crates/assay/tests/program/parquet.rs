//! Parquet: of a report's rows, and of a labelled data set.

use std::fs;

use crate::support::User;
use crate::terminal::Terminal;

/// Whether bytes are framed as a Parquet file is.
fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")
}

#[test]
fn a_report_becomes_a_table_in_a_file_or_a_pipe_and_never_on_a_terminal() {
    let user = User::with_samples_of_six_tasks();
    let compare = ["compare", "baseline.jsonl", "candidate.jsonl", "--benchmark", "starter", "--quiet"];
    let said = user.run(&[&compare[..], &["--aspects", "static", "--out", "out"]].concat());
    assert_eq!(said.code, 0, "{}", said.errors);

    let report = ["report", "out", "--format", "parquet"];
    let said = user.run(&[&report[..], &["--out", "rows.parquet"]].concat());
    assert_eq!((said.code, &*said.output), (0, ""), "{}", said.errors);
    let written = fs::read(user.path("rows.parquet")).unwrap();
    assert!(is_parquet(&written), "{} bytes", written.len());
    let piped = user.command(&report).output().unwrap();
    assert!(piped.status.success() && piped.stdout == written, "the same bytes");

    let mut terminal = Terminal::start(&user.command(&report));
    let before = terminal.sees("write it into a file with --out FILE");
    assert!(!before.contains("PAR1"), "{before:?}");
    assert_eq!(terminal.exit_code(), Some(2));
}

#[test]
fn a_labelled_data_set_is_parquet_where_its_name_says_so() {
    let user = User::with_samples_of_six_tasks();
    let check = ["check", "candidate.jsonl", "--benchmark", "starter", "--aspects", "static", "--quiet"];
    for (name, as_parquet) in [("labelled.parquet", true), ("LABELLED.PARQUET", true), ("parquet", false)] {
        let said = user.run(&[&check[..], &["--out", name]].concat());
        assert_eq!(said.code, 0, "{}", said.errors);
        assert!(said.errors.contains(&format!("labelled data set: {name} (60 rows)")), "{}", said.errors);
        assert_eq!(is_parquet(&fs::read(user.path(name)).unwrap()), as_parquet, "{name}");
    }
    let [one, other] =
        ["labelled.parquet", "LABELLED.PARQUET"].map(|name| fs::read(user.path(name)).unwrap());
    assert!(one == other, "the same bytes");
}
