//! The suite's own guards: what an attack leaves behind is seen, in each place.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Bench, HARNESS, ROOT, conformance};

/// The attack fails its test, in whose words `what` stands.
fn is_seen<Attack: Fn(&mut Bench<'_>)>(what: &str, attack: Attack) {
    if std::env::var_os(HARNESS).is_some() {
        return conformance(attack);
    }
    let said = catch_unwind(AssertUnwindSafe(|| conformance(attack))).unwrap_err();
    let said = said.downcast_ref::<String>().unwrap();
    assert!(said.contains(what), "{said}");
}

#[test]
fn a_descriptor_that_is_left_is_seen() {
    is_seen("\"/dev/zero\"", |_| std::mem::forget(File::open("/dev/zero").unwrap()));
}

#[test]
fn a_slot_that_is_left_is_seen() {
    is_seen("conformance/mod.rs", |bench| std::mem::forget(bench.engine().open(&ROOT).unwrap()));
}

#[test]
fn a_process_of_another_thread_is_seen() {
    is_seen("processes: [", |_| {
        let left = std::thread::spawn(|| std::process::Command::new("sleep").arg("2").spawn().unwrap().id());
        left.join().unwrap();
    });
}

#[test]
fn an_attack_that_succeeds_is_seen() {
    is_seen("Passed", |bench| {
        bench.passes("def f(x):\n    return x + 1\n", "assert candidate(1) == 1");
    });
}
