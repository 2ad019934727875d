//! The toy repository: every commit of its history gets what its table says, and the same everywhere.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::Cell;
use std::path::Path;

use assay_mine::toy::{Expected, STEPS, make};
use assay_mine::{
    Candidate, Category, LeftOut, MineError, Mined, Mining, Progress, Python, Snapshots, StatementSource,
    mine,
};

#[derive(Default)]
struct Counted(Cell<usize>, Cell<usize>);

impl Progress for Counted {
    fn begin(&self, steps: usize) {
        self.0.set(steps);
    }
    fn advance(&self) {
        self.1.set(self.1.get() + 1);
    }
}

const ALL: Mining = Mining { since: None, before: None, issues: None, ecosystem: &Python };

fn mined(folder: &Path) -> Mined {
    let progress = Counted::default();
    let mined = mine(folder, &ALL, &progress).unwrap();
    assert_eq!((progress.0.get(), progress.1.get()), (mined.steps, mined.steps));
    mined
}

fn found(mined: &Mined, commit: &str) -> Option<Expected> {
    let candidate = mined.candidates.iter().find(|candidate| candidate.fix == commit);
    let candidate = candidate.map(|candidate| match candidate.parked {
        Some(_) => Expected::Parked(candidate.category),
        None => Expected::Candidate(candidate.category),
    });
    let left_out = mined.left_out.iter().find(|(id, _)| id == commit);
    candidate.or_else(|| left_out.map(|(_, reason)| Expected::LeftOut(*reason)))
}

#[test]
fn every_commit_of_the_toy_gets_what_its_table_says() {
    let folder = tempfile::tempdir().unwrap();
    let toy = make(folder.path()).unwrap();
    let mined = mined(folder.path());
    assert_eq!((mined.steps, mined.merges), (STEPS.len(), 1));
    let wrong: Vec<String> = STEPS
        .iter()
        .zip(&toy.commits)
        .filter(|(step, commit)| found(&mined, commit) != Some(step.mined))
        .map(|(step, commit)| {
            format!("{:?}: {:?} instead of {:?}", step.message, found(&mined, commit), step.mined)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for category in Category::ALL {
        assert!(mined.of(category).count() > 0, "the toy has no {} change", category.word());
    }
}

#[test]
fn the_same_toy_and_the_same_candidates_come_of_another_folder() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(make(one.path()).unwrap().commits, make(other.path()).unwrap().commits);
    let (one, other) = (mined(one.path()), mined(other.path()));
    assert_eq!(one.candidates, other.candidates);
    let mut ids: Vec<&str> = one.candidates.iter().map(|candidate| candidate.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), one.candidates.len(), "ids are distinct");
}

fn of<'a>(mined: &'a Mined, subject: &str) -> &'a Candidate {
    mined.candidates.iter().find(|candidate| candidate.statement.text.contains(subject)).unwrap()
}

#[test]
fn a_candidate_holds_two_patches_dates_and_a_statement_without_the_issue() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path()).unwrap();
    let mined = mined(folder.path());
    let candidate = of(&mined, "less than ten cents");
    assert_eq!(
        candidate.statement.text,
        "Fix amounts with less than ten cents\n\nAn amount of 1205 cents was written as 12.5."
    );
    assert_eq!(candidate.statement.source, StatementSource::Message);
    assert_eq!(
        (candidate.parent_committed.as_str(), candidate.fix_committed.as_str()),
        ("2024-01-01T12:00:00Z", "2024-01-02T12:00:00Z")
    );
    assert_eq!((candidate.licence.as_str(), candidate.runner.as_deref()), ("MIT", Some("pytest")));
    assert!(candidate.source_patch.starts_with("diff --git a/ledger/money.py b/ledger/money.py\n"));
    assert!(candidate.test_patch.starts_with("diff --git a/tests/test_money.py b/tests/test_money.py\n"));
    assert_eq!(of(&mined, "balance of all accounts").runner.as_deref(), Some("unittest"));
    assert_eq!(of(&mined, "transfers between accounts").category, Category::Perfective);
}

#[test]
fn dates_bound_what_is_mined() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path()).unwrap();
    let (since, before) = (Some("2024-01-02".parse().unwrap()), Some("2024-01-04".parse().unwrap()));
    let mined = mine(folder.path(), &Mining { since, before, ..ALL }, &Counted::default()).unwrap();
    assert_eq!((mined.candidates.len(), mined.count(LeftOut::NeitherSourceNorTests)), (1, 1));
    assert_eq!(mined.count(LeftOut::OutsideDates), STEPS.len() - 2);
}

#[test]
fn an_exported_issue_is_the_statement_of_the_change_that_closes_it() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path()).unwrap();
    let file = folder.path().join("issues.jsonl");
    std::fs::write(&file, "{\"number\": 3, \"title\": \"Cents are cut off\", \"body\": \"12.05 is written as 12.5, see #1\", \"state\": \"CLOSED\"}\n").unwrap();
    let issues = assay_mine::Issues::read(&file).unwrap();
    let mined = mine(folder.path(), &Mining { issues: Some(&issues), ..ALL }, &Counted::default()).unwrap();
    let candidate = of(&mined, "Cents are cut off");
    assert_eq!(candidate.statement.source, StatementSource::Issue);
    assert_eq!(candidate.statement.text, "Cents are cut off\n\n12.05 is written as 12.5");
}

#[test]
fn issues_that_are_no_issues_are_named_by_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("issues.jsonl");
    for text in ["\n{\"number\": 1}\n", "\n[]\n", "\nx\n"] {
        std::fs::write(&file, text).unwrap();
        let error = assay_mine::Issues::read(&file).unwrap_err();
        assert!(matches!(error, MineError::Issues { line: 2, .. }), "{error}");
    }
}

#[test]
fn a_folder_without_a_repository_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = mine(folder.path(), &ALL, &Counted::default()).unwrap_err();
    assert!(error.to_string().contains("no git repository"), "{error}");
}

#[test]
fn attack_21_a_snapshot_is_the_files_of_one_commit_and_of_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let toy = make(folder.path()).unwrap();
    let snapshots = Snapshots::open(folder.path()).unwrap();
    let last = toy.commits.last().unwrap();
    let files = snapshots.files(last).unwrap().unwrap();
    assert!(files.0.keys().all(|path| !path.contains(".git") && path != "vendor"));
    let holds =
        |text: &str| files.0.values().any(|(_, content)| String::from_utf8_lossy(content).contains(text));
    // A tag and a branch of the clone hold the answer; so do the clone's objects.
    assert!(holds("def transfer") && !holds("def by_month") && !holds(&toy.leak));
    assert!(snapshots.files(&toy.leak).unwrap().is_some());
    let first = snapshots.files(&toy.commits[0]).unwrap().unwrap();
    assert_eq!(first.0.len(), 10);
    assert_eq!(snapshots.files(&"0".repeat(40)).unwrap(), None);
    assert_eq!(snapshots.files("main").unwrap(), None);
}
