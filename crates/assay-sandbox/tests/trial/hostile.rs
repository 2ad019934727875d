//! Samples that attack their verdict through the private channel, and samples that look for the tests.

use assay_sandbox::Judgement;
use assay_types::LimitKind;

use crate::attacks::FORGE;
use crate::support::{Case, check, open};

fn forging(body: &str) -> Case {
    let lines: Vec<String> = body.lines().map(|line| format!("    {line}\n")).collect();
    Case::of(&format!("{FORGE}def f(x):\n{}", lines.concat()))
}

fn tampered(case: &Case, body: &str) {
    let report = case.checked_by(body);
    assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{report:?}");
}

#[test]
fn a_closed_channel_is_the_end_of_the_sample() {
    for module in
        ["import os\ndef f(x):\n    os.close(3)\n", "import os\nos.close(3)\ndef f(x):\n    return x\n"]
    {
        let report = Case::of(module).checked_by("candidate(1)");
        assert!(matches!(report.judgement, Judgement::Exited { .. }), "{module} {report:?}");
    }
    let lives_on = "import os, time\ndef f(x):\n    os.close(3)\n    time.sleep(60)\n";
    assert_eq!(Case::of(lives_on).checked_by("candidate(1)").judgement, Judgement::Exited { exit: 0 });
}

#[test]
fn garbage_on_every_descriptor_is_tampering() {
    tampered(
        &forging(
            "for d in range(3, 256):\n    try:\n        os.write(d, b'garbage!' * 100)\n    except OSError:\n        pass\nreturn x",
        ),
        "assert candidate(1) == 1",
    );
}

#[test]
fn trailing_bytes_are_tampering() {
    tampered(&forging("os.write(3, reply(x) + b'!')\nreturn x"), "assert candidate(1) == 1");
    tampered(
        // In one write: what comes after the verdict has been given is too late to matter.
        &forging("os.write(3, reply(x) + b'\\0\\0')\nos._exit(0)"),
        "assert candidate(1) == 1",
    );
}

#[test]
fn answers_before_their_questions_are_tampering() {
    // In one write: written one by one they may each come after their question, and are then answers like others.
    let case = forging("os.write(3, reply(1) + reply(2) + reply(3))\nimport time\ntime.sleep(60)");
    tampered(&case, "assert [candidate(0), candidate(0), candidate(0)] == [1, 2, 3]");
}

#[test]
fn frames_that_our_worker_never_writes_are_tampering() {
    let mut slot = open();
    let forged = [
        "b'\\xff\\xff\\xff\\xff'",
        "b'\\0\\0\\0\\4nope'",
        "frame([])",
        "frame({})",
        "frame({'value': [0], 'nodes': [], 'order': []})",
        "frame({'value': [0], 'nodes': [['list', [], None, None]], 'order': [0]})",
        "frame({'value': [0], 'nodes': [['list', [], 0, None]], 'order': []})",
        "frame({'value': [0], 'nodes': [['tuple', [[0]]]], 'order': [0]})",
        "frame({'value': [0], 'nodes': [['no', 1]], 'order': [0]})",
        "frame({'value': [0], 'nodes': [['Decimal', 'x']], 'order': [0]})",
        "frame({'value': [0], 'nodes': [['complex', [1], 2]], 'order': [0]})",
        "frame({'value': 0, 'nodes': [], 'order': [], 'exception': 5})",
        "frame({'value': 0, 'nodes': [], 'order': [], 'exception': {'type': [], 'bases': 1, 'text': {}}})",
        "b'\\0\\1\\0\\0' + b'[' * 65536",
        "b'\\0\\0\\x27\\x10' + b'1' * 10000",
        "b'\\0\\0\\0\\4\\xff\\xfe\\xff\\xfe'",
    ];
    for bytes in forged {
        let case = forging(&format!("os.write(3, {bytes})\nimport time\ntime.sleep(60)"));
        let report = case.judged_in(&mut *slot, &check("try:\n    candidate(1)\nexcept BaseException: pass"));
        assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{bytes}: {report:?}");
    }
}

#[test]
fn a_forged_report_of_loading_cannot_break_the_slot() {
    let mut slot = open();
    let told = [
        "{'type': 'E', 'text': 'x', 'line': -5, 'kind': 'syntax'}",
        "{'type': 'E', 'text': 'x', 'line': 10 ** 30, 'kind': ['syntax']}",
        "{'type': ['E'], 'text': 'x\\ud800', 'line': True}",
        "{'text': [[[]]], 'type': '\\udfff'}",
    ];
    for description in told {
        let module = format!(
            "{FORGE}os.write(3, frame({{'loaded': False, 'exception': {description}}}))\nimport time\ntime.sleep(60)\n"
        );
        let report = Case::of(&module).judged_in(&mut *slot, &check("candidate(1)"));
        assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{report:?}");
    }
}

#[test]
fn a_reply_that_drips_is_stopped_at_the_wall_limit() {
    let case =
        forging("import time\nfor byte in reply(x):\n    os.write(3, bytes([byte]))\n    time.sleep(0.2)");
    let case = case.limited(|limits| limits.wall_milliseconds = 500);
    assert_eq!(case.checked_by("candidate(1)").judgement, Judgement::Limit(LimitKind::Wall));
}

#[test]
fn a_frame_that_unfolds_to_gigabytes_is_no_trouble_of_the_judges() {
    let case = forging(
        "n = 64 << 20\nos.write(3, (n - 8).to_bytes(4, 'big'))\ntext = b'[' + b'[],' * ((n - 12) // 3)\nwhile text:\n    text = text[os.write(3, text[:1 << 20]):]\nimport time\ntime.sleep(60)",
    );
    let report = case.limited(|limits| limits.wall_milliseconds = 3_000).checked_by("candidate(1)");
    assert!(
        matches!(
            report.judgement,
            Judgement::NotPlainData { .. } | Judgement::Tampered { .. } | Judgement::Limit(_)
        ),
        "{report:?}"
    );
}

#[test]
fn a_deep_hashed_value_does_not_crash_the_judge() {
    let whole = forging(
        "n = 200_000\nnodes = [['tuple', [[i - 1]] if i else []] for i in range(n)] + [['frozenset', [[n - 1]]]]\ntext = frame({'value': [n], 'nodes': nodes, 'order': list(range(n + 1))})\nwhile text:\n    text = text[os.write(3, text):]\nimport time\ntime.sleep(60)",
    );
    let report = whole.checked_by("candidate(1)");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
}

#[test]
fn a_result_that_does_not_fit_into_a_frame_is_not_plain_data() {
    let report = Case::of("def f(x):\n    return 'x' * (65 << 20)\n").checked_by("assert candidate(1) == 1");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
    let report = Case::of("def f(x):\n    return 1\n").checked_by("assert candidate('x' * (65 << 20)) == 1");
    assert!(matches!(report.judgement, Judgement::Fault { .. }), "{report:?}");
}

#[test]
fn a_fork_that_returns_from_the_sample_says_nothing() {
    let module = "import os\nos.fork()\ndef f(x):\n    os.fork()\n    return x\n";
    Case::of(module).passes("assert candidate(1) == 1\nassert candidate(2) == 2");
}

#[test]
fn a_sample_that_ends_itself_by_a_limit_of_its_own_never_passes() {
    let module = "import resource\ndef f(x):\n    resource.setrlimit(resource.RLIMIT_CPU, (0, 0))\n    while True: pass\n";
    let report = Case::of(module).checked_by("candidate(1)");
    assert!(matches!(report.judgement, Judgement::Killed { .. } | Judgement::Exited { .. }), "{report:?}");
}

#[test]
fn an_exception_with_hostile_parts_is_still_only_an_exception() {
    let mut slot = open();
    let hostile = [
        "class E(Exception):\n    def __str__(self): raise SystemExit\n",
        "class E(Exception):\n    def __str__(self): return 'a\\ud800' * 99999\n",
        "class E(Exception):\n    args = property(lambda self: 1 / 0)\n",
        "class M(type):\n    __mro__ = property(lambda self: 1 / 0)\n    __name__ = property(lambda self: 1 / 0)\nclass E(Exception, metaclass=M): pass\n",
        "E = lambda: ExceptionGroup('x', [ValueError()])\n",
        "E = lambda: UnicodeDecodeError('utf-8', b'x', 0, 1, 'why')\n",
        "E = lambda: KeyError(10 ** 5000)\n",
    ];
    for module in hostile {
        let case = Case::of(&format!("{module}def f(x):\n    raise E()\n"));
        let report = case.judged_in(&mut *slot, &check("candidate(1)"));
        assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{module}: {report:?}");
    }
}
