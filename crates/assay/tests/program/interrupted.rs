//! A run of `assay generate` that is killed or interrupted: what came is kept, and not asked for again.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::models::{MODEL, asked, generate, stored, user, words};

#[test]
fn a_run_that_is_killed_loses_no_answer_that_it_stored_and_asks_for_none_of_them_again() {
    let user = user();
    let arguments = generate(&["--samples-per-task", "5"]);
    let all = 24 * 5;
    let mut before = BTreeSet::new();
    for moment in [0, all / 5, all / 2, all * 3 / 4] {
        let mut command = user.command(&words(&arguments));
        let mut run: Child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        let requests = asked(&user).len();
        while stored(&user).len() <= moment && run.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_mins(2), "the moment never came");
            std::thread::sleep(Duration::from_millis(1));
        }
        run.kill().unwrap();
        assert!(run.wait().unwrap().code().is_none(), "the kill came too late");
        let new: BTreeSet<String> = asked(&user).split_off(requests).into_iter().collect();
        assert!(new.is_disjoint(&before), "asked again");
        let after = stored(&user);
        assert!(after.is_superset(&before), "lost");
        before = after;
    }
    let requests = asked(&user).len();
    let said = user.run(&words(&arguments));
    assert_eq!(said.code, 0, "{}", said.errors);
    let new: BTreeSet<String> = asked(&user).split_off(requests).into_iter().collect();
    assert!(new.is_disjoint(&before) && new.len() == all - before.len());
    assert_eq!(stored(&user).len(), all);
}

#[test]
fn ctrl_c_stops_asking_and_keeps_what_came() {
    let user = user();
    // The model hangs at the second answer of each task: only the interruption ends the run.
    user.write(
        "model.py",
        MODEL.replace(
            "    answer =",
            "    if asked['repetition'] > 0:\n        import time; time.sleep(600)\n    answer =",
        ),
    );
    let arguments = generate(&["--limit", "4", "--out", "good.jsonl"]);
    let mut command = user.command(&words(&arguments));
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while stored(&user).is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(2), "nothing was stored");
        std::thread::sleep(Duration::from_millis(1));
    }
    let told = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let kept = stored(&user);
    let lines = fs::read_to_string(user.path("good.jsonl")).unwrap();
    assert!(!kept.is_empty() && lines.lines().count() == kept.len());
}
