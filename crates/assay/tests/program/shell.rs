//! A shell in the place of a sample's trial, as a user meets it.

use std::fs;
use std::process::Command;

use crate::show::compared;
use crate::support::{Said, User};
use crate::terminal::Terminal;

/// The candidate's samples of [`compared`]: one that passes, one that returns 2, one that raises, one that is empty.
const RETURNS_TWO: &str = "1";

fn piped(user: &User, sample: &str, program: &str) -> Said {
    user.write("program.py", program);
    user.run_with_input(&["show", "out", "one", sample, "--side", "candidate", "--shell"], "program.py")
}

fn terminal(user: &User) -> Terminal {
    let arguments = ["show", "out", "one", RETURNS_TWO, "--side", "candidate", "--shell"];
    let mut terminal = Terminal::start(&user.command(&arguments));
    terminal.sees(
        "a shell in the place of a trial of candidate tuned, task one, sample 1: fail(wrong_answer)\r\n",
    );
    terminal.sees(">>> ");
    terminal
}

#[test]
fn a_program_from_a_pipe_says_what_the_sample_does_and_nothing_is_kept() {
    let user = User::new();
    compared(&user);
    let before = user.store();
    let said = piped(&user, RETURNS_TWO, "print(one())\n");
    assert_eq!((said.code, said.output.as_str(), said.errors.as_str()), (0, "\\u{1b}[2Jhello\n2\n", ""));
    let said = piped(&user, RETURNS_TWO, "tests\ncandidate()\nrun_tests()\n");
    assert_eq!((said.code, said.errors.as_str()), (1, ""));
    assert!(said.output.starts_with("assert one() == 1\n\n\\u{1b}[2Jhello\n2\n"), "{}", said.output);
    assert!(said.output.ends_with("AssertionError\n"), "{}", said.output);
    let said = piped(&user, "2", "one()\n");
    assert!(said.output.contains("File \"<sample>\", line 3, in one"), "{}", said.output);
    let said = piped(&user, "0", "import os\nos._exit(9)\n");
    assert_eq!((said.code, said.errors.as_str()), (1, "the shell ended: its process ended itself with 9\n"));
    let said = piped(&user, "0", "import os, signal\nsignal.raise_signal(signal.SIGKILL)\nexit()\n");
    assert_eq!((said.code, said.output.as_str()), (0, ""), "a first process does not kill itself");
    let store = |files: std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| {
        let kept = files.into_iter().filter(|(path, _)| !path.to_string_lossy().contains(".sqlite-"));
        kept.collect::<Vec<_>>()
    };
    assert!(store(before) == store(user.store()));
}

#[test]
fn one_sample_with_a_module_is_needed_and_nothing_else_is_asked_of_it() {
    let user = User::new();
    compared(&user);
    for (arguments, message) in [
        (&["0"][..], "name the one to open a shell on with --side"),
        (&["3", "--side", "candidate"], "sample 3 of the candidate cannot be run: there is no judged module"),
        (&["0", "--side", "candidate", "--rerun"], "cannot be used with"),
        (&["0", "--side", "candidate", "--json"], "cannot be used with"),
        (&[], "<SAMPLE>"),
    ] {
        let said = user.run(&[&["show", "out", "one", "--shell"], arguments].concat());
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.errors);
        assert!(said.errors.contains(message), "{arguments:?}: {}", said.errors);
    }
}

#[test]
fn at_a_terminal_ctrl_c_goes_inside_and_the_window_is_the_users() {
    let user = User::new();
    compared(&user);
    let mut terminal = terminal(&user);
    assert!(terminal.is_changed());
    assert_eq!(terminal.enters("one()"), "\\u{1b}[2Jhello\r\n2");
    terminal.enters("import os, signal, sys");
    assert_eq!(terminal.enters("os.get_terminal_size()"), "os.terminal_size(columns=77, lines=30)");
    terminal.enters("_ = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])");
    terminal.types("print('wait' + 'ing', signal.sigwait([signal.SIGWINCH]) and os.get_terminal_size())\r");
    terminal.sees("\r\n");
    terminal.resize(40, 99);
    assert_eq!(terminal.sees("\r\n>>> "), "waiting os.terminal_size(columns=99, lines=40)");
    terminal.types("exec('print(\"loop\" + \"ing\")\\nwhile True: pass')\r");
    terminal.sees("looping\r\n");
    terminal.types("\x03");
    terminal.sees("KeyboardInterrupt\r\n>>> ");
    // Another run may go on meanwhile: the store is not held.
    let said = user.run(&["compare", "base.jsonl", "base.jsonl", "--benchmark", "./tasks"]);
    assert_eq!(said.code, 0, "{}", said.errors);
    assert_eq!(terminal.enters("1 + 1"), "2");
    terminal.types("exit\r");
    assert_eq!(terminal.exit_code(), Some(0));
    assert!(!terminal.is_changed());
}

/// Every process below this one.
fn family(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut place = 0;
    while let Some(process) = found.get(place).copied() {
        place += 1;
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
        for thread in threads.flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|number| number.parse::<u32>().ok()));
        }
    }
    found
}

fn signal(process: u32, signal: &str) {
    let told = Command::new("sh").args(["-c", &format!("kill {signal} {process}")]).status().unwrap();
    assert!(told.success());
}

type Way = fn(&mut Terminal);

#[test]
fn however_it_ends_the_terminal_is_as_it_was_and_nothing_runs_on() {
    let user = User::new();
    compared(&user);
    let ways: [(&str, Way, i32); 8] = [
        ("the end of input", |terminal| terminal.types("\x04"), 0),
        ("the way out", |terminal| terminal.types("while True: pass\r\r\x1d\x1d\x1d"), 0),
        ("the sample's end", |terminal| terminal.types("import os; os._exit(5)\r"), 1),
        ("a signal", |terminal| signal(terminal.process(), "-TERM"), 130),
        ("an interruption", |terminal| signal(terminal.process(), "-INT"), 130),
        ("a hang-up", |terminal| signal(terminal.process(), "-HUP"), 130),
        ("a signal that dumps", |terminal| signal(terminal.process(), "-QUIT"), 130),
        (
            "a sandbox that breaks",
            |terminal| {
                let processes = family(terminal.process());
                signal(processes[1], "-KILL");
            },
            3,
        ),
    ];
    for (name, way, code) in ways {
        let mut terminal = terminal(&user);
        assert!(terminal.is_changed(), "{name}");
        // The program, a zygote and what it forked.
        let processes = family(terminal.process());
        assert_eq!(processes.len(), 3, "{name}");
        way(&mut terminal);
        assert_eq!(terminal.exit_code(), Some(code), "{name}");
        assert!(!terminal.is_changed(), "{name}");
        for process in &processes[1..] {
            assert!(!fs::exists(format!("/proc/{process}")).unwrap(), "{name}");
        }
    }
}
