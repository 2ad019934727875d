//! How deep a sample may recurse: as deep as in a plain run, to the frame.

use std::process::Command;

use assay_sandbox::Judgement;

use crate::support::{Case, INTERPRETER, check};

/// The deepest recursion that works in `python3 -s -P file.py` with sample, tests and a call of `check` in one file.
fn plain_boundary(module: &str, body: &dyn Fn(u32) -> String) -> u32 {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.py");
    boundary(&mut |depth| {
        std::fs::write(
            &file,
            format!("{}\n{}\ncheck(f)\n", module.replace("DEPTH", &depth.to_string()), check(&body(depth))),
        )
        .unwrap();
        let output = Command::new(&INTERPRETER.executable).args(["-s", "-P"]).arg(&file).output().unwrap();
        output.status.success()
    })
}

fn trial_boundary(module: &str, body: &dyn Fn(u32) -> String) -> u32 {
    let mut slot = crate::support::open();
    boundary(&mut |depth| {
        let case = Case::of(&module.replace("DEPTH", &depth.to_string()));
        slot.run(&case.trial(&check(&body(depth)))).unwrap().judgement == Judgement::Passed
    })
}

/// The largest number below which everything works, by halving.
fn boundary(works: &mut dyn FnMut(u32) -> bool) -> u32 {
    let (mut low, mut high) = (1, 2_000);
    while high - low > 1 {
        let middle = u32::midpoint(low, high);
        if works(middle) { low = middle } else { high = middle }
    }
    low
}

fn same_boundary(module: &str, body: &dyn Fn(u32) -> String) {
    let (plain, trial) = (plain_boundary(module, body), trial_boundary(module, body));
    assert_eq!(plain, trial, "plain {plain}, trial {trial}");
    assert!((100..1_500).contains(&plain), "{plain}");
}

#[test]
fn a_sample_recurses_as_deep_as_in_a_plain_run() {
    same_boundary("def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n", &|depth| {
        format!("assert candidate({depth}) == {depth}")
    });
}

#[test]
fn a_sample_recurses_through_builtins_as_deep_as_in_a_plain_run() {
    same_boundary("def f(n):\n    return 0 if n == 0 else 1 + max(map(f, [n - 1]))\n", &|depth| {
        format!("assert candidate({depth}) == {depth}")
    });
}

#[test]
fn a_module_recurses_while_it_loads_as_deep_as_in_a_plain_run() {
    same_boundary(
        "def g(n):\n    return 0 if n == 0 else 1 + g(n - 1)\nf = lambda x, y=g(DEPTH): y\n",
        &|depth| format!("assert candidate(1) == {depth}"),
    );
}

#[test]
fn the_tests_own_helpers_recurse_as_deep_as_in_a_plain_run() {
    same_boundary("def f(n):\n    return n\n", &|depth| {
        format!(
            "candidate(1)\ndef g(n):\n    return 0 if n == 0 else 1 + g(n - 1)\nassert g({depth}) == {depth}"
        )
    });
}

#[test]
fn tests_that_recurse_to_their_limit_leave_room_for_the_crossing() {
    let body = "def g(n):\n    return candidate(n) if n == 0 else g(n - 1)\nassert g(980) == 0";
    Case::of("def f(n):\n    return n\n").passes(body);
}

#[test]
fn a_sample_may_change_its_recursion_limit() {
    Case::of(
        "import sys\nsys.setrecursionlimit(20_000)\ndef f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n",
    )
    .passes("assert candidate(15_000) == 15_000");
}
