//! A shell in the place of a trial, with a real user's doings: what it is, how it ends, what it leaves.

pub(crate) mod borders;
mod ends;
mod prompt;
mod talk;

use std::sync::Arc;

use assay_sandbox::{Judging, Shell, ShellEnd};

use self::talk::talk;
use crate::conformance::{Bench, conformance};
use crate::support::{Case, check};

const PROMPT: &str = "def f(x):\n    \"\"\"Returns x.\"\"\"\n";

/// A shell on a sample that defines `f`, whose tests want that it returns what it is given.
fn shell(case: &Case) -> Shell {
    Shell { trial: case.trial(&check("assert candidate(1) == 1")), prompt: Arc::from(PROMPT) }
}

/// What a program from a pipe prints there, and how the shell ends.
fn piped(bench: &Bench<'_>, shell: &Shell, program: &str) -> (ShellEnd, String) {
    talk(bench.engine(), shell, None, |user| user.types(program))
}

#[test]
fn a_program_from_a_pipe_runs_on_the_sample_and_shows_values() {
    conformance(|bench| {
        let wrong = shell(&Case::of("def f(x):\n    print('got', x)\n    return x + 1\n"));
        let program =
            "y = f(1)\nfor n in range(2):\n    print(n)\ny, candidate is f, solution.f is f\ntests\n";
        let (end, printed) = piped(bench, &wrong, program);
        let expected =
            "got 1\n0\n1\n(2, True, True)\ndef check(candidate):\n    assert candidate(1) == 1\n\n";
        assert_eq!((end, printed.as_str()), (ShellEnd::Exited { exit: 0 }, expected));
        let (end, printed) = piped(bench, &wrong, "run_tests()\nprint('never')\n");
        assert_eq!(end, ShellEnd::Exited { exit: 1 });
        assert!(
            printed.starts_with("got 1\nTraceback") && printed.contains("File \"<tests>\", line 2"),
            "{printed}"
        );
        assert!(printed.ends_with("AssertionError\n") && !printed.contains("never"), "{printed}");
        assert_eq!(piped(bench, &wrong, "exit(3)\n").0, ShellEnd::Exited { exit: 3 });
        let (end, printed) = piped(bench, &wrong, "f(1)\nx = (\n");
        assert_eq!(end, ShellEnd::Exited { exit: 1 });
        assert!(printed.starts_with("  File \"<stdin>\", line 2\n    x = (\n"), "{printed}");
        assert_eq!(piped(bench, &wrong, ""), (ShellEnd::Exited { exit: 0 }, String::new()));
    });
}

#[test]
fn what_fails_while_loading_is_shown_and_the_prompt_is_there_all_the_same() {
    conformance(|bench| {
        for (module, shown) in [
            ("def f(x):\n    return x\nraise KeyError('k')\n", "File \"<sample>\", line 3, in <module>"),
            ("def f(:\n", "SyntaxError: invalid syntax"),
            ("import sys\nsys.exit(4)\n", "SystemExit: 4"),
            ("def g(x):\n    return x\n", "NameError: the sample does not define f"),
        ] {
            let (end, printed) = piped(bench, &shell(&Case::of(module)), "print('here')\n");
            assert_eq!(end, ShellEnd::Exited { exit: 0 }, "{printed}");
            assert!(printed.contains(shown) && printed.ends_with("\nhere\n"), "{printed}");
            assert!(!printed.contains("/opt/assay"), "{printed}");
        }
    });
}

#[test]
fn tests_in_shared_mode_stand_beside_the_sample_as_in_its_trial() {
    conformance(|bench| {
        let tests = "import unittest\nclass Tests(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(f(1), 1)\n";
        let case = Case::of("def f(x):\n    return x + 1\n");
        let trial = case.shared_trial(tests, "def f(x):\n    return x\n");
        let Judging::Shared { .. } = *trial.judging else { unreachable!() };
        let shell = Shell { trial, prompt: Arc::from(PROMPT) };
        let (end, printed) = piped(bench, &shell, "Tests.__name__\nrun_tests()\n");
        assert_eq!(end, ShellEnd::Exited { exit: 0 });
        assert!(printed.starts_with("'Tests'\n") && printed.contains("AssertionError: 2 != 1"), "{printed}");
    });
}
