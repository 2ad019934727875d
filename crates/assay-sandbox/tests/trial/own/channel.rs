//! Attacks on the judge, through the only thing that reaches it: the private channel.

use assay_sandbox::Judgement;

use crate::attacks::FORGE;
use crate::conformance::{Bench, conformance};
use crate::support::Case;

/// A sample that does this in a call.
fn forging(body: &str) -> Case {
    let lines: Vec<String> = body.lines().map(|line| format!("    {line}\n")).collect();
    Case::of(&format!("{FORGE}def f(x):\n{}", lines.concat()))
}

fn is_wrong(judgement: &Judgement) -> bool {
    matches!(judgement, Judgement::WrongAnswer { .. })
}

/// None of these passes `assert candidate(1) == 2`, and what each comes to is the sample's own doing.
fn all_fail(bench: &mut Bench<'_>, modules: &[&str], body: &str) {
    for module in modules {
        let judgement = bench.split(&Case::of(module), body).judgement;
        assert!(
            !matches!(judgement, Judgement::Passed | Judgement::Fault { .. } | Judgement::Killed { .. }),
            "{module} {judgement:?}"
        );
    }
}

#[test]
fn own_02_tools_of_our_worker_that_are_replaced_only_change_the_value() {
    conformance(|bench| {
        let modules = [
            "import os\nreal = os.write\nos.write = lambda d, b: real(d, b)\nimport socket\nsocket.socket.sendall = lambda s, b: s.send(b.replace(b'\"value\":1', b'\"value\":9'))\ndef f(x):\n    return x\n",
            "import sys\nfor name, module in list(sys.modules.items()):\n    if name.startswith('assay_trial'):\n        for key, value in list(vars(module).items()):\n            if callable(value):\n                setattr(module, key, lambda *a, **k: 9)\ndef f(x):\n    return x\n",
            "import json\njson.JSONEncoder.encode = lambda s, o: '{}'\njson.dumps = lambda o: '{}'\ndef f(x):\n    return x\n",
            "import sys\ndef f(x):\n    encoding = sys.modules['assay_trial.encoding']\n    encoding.Encoder.encode = lambda self, value: 9\n    return x\n",
            "import sys\ndef f(x):\n    worker = sys.modules['assay_trial.worker']\n    frame = sys._getframe()\n    while 'channel' not in frame.f_locals:\n        frame = frame.f_back\n    channel = frame.f_locals['channel']\n    channel.send({'value': True, 'known': [], 'nodes': [], 'order': [], 'verdict': 'pass', 'passed': True})\n    return x\n",
            "import sys\nfor name in [n for n in sys.modules if n.startswith('assay_trial')]:\n    del sys.modules[name]\nimport gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'Channel':\n        type(o).send = lambda self, message: None\n        type(o).receive = lambda self: {}\ndef f(x):\n    return x\n",
        ];
        for module in modules {
            let case = Case::of(module).limited(|limits| limits.wall_milliseconds = 500);
            let judgement = bench.split(&case, "assert candidate(1) == 2").judgement;
            assert!(
                !matches!(judgement, Judgement::Passed | Judgement::Fault { .. } | Judgement::Killed { .. }),
                "{module} {judgement:?}"
            );
        }
    });
}

#[test]
fn own_03_descriptors_sent_to_the_judge_do_not_arrive() {
    conformance(|bench| {
        let case = forging(
            "import array, socket\nchannel = socket.socket(fileno=os.dup(3))\nfor n in range(20):\n    os.open('/dev/null', os.O_RDONLY)\nrights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', range(20)))]\nchannel.sendmsg([reply(x)], rights)\nimport time\ntime.sleep(60)",
        );
        let body = "import os\nbefore = os.listdir('/proc/self/fd')\nassert candidate(1) == 1\nassert os.listdir('/proc/self/fd') == before, os.listdir('/proc/self/fd')";
        assert_eq!(bench.split(&case, body).judgement, Judgement::Passed);
    });
}

#[test]
fn own_04_endless_numbers_and_texts_are_values_within_the_bounds() {
    conformance(|bench| {
        let fails = |judgement: &Judgement| {
            matches!(
                judgement,
                Judgement::WrongAnswer { .. } | Judgement::NotPlainData { .. } | Judgement::Tampered { .. }
            )
        };
        for body in [
            "return 1 << (60 << 20)",
            "return '\\x01' * (20 << 20)",
            "return b'x' * (40 << 20)",
            "return {n: str(n) * 9 for n in range(300_000)}",
            "n = 30 << 20\ntext = b'{\"value\":[0],\"known\":[],\"nodes\":[[\"int\",\"0x' + b'f' * n + b'\"]],\"order\":[0]}'\nos.write(3, len(text).to_bytes(4, 'big'))\nwhile text:\n    text = text[os.write(3, text[:1 << 20]):]\nimport time\ntime.sleep(60)",
            "n = 5 << 20\ntext = b'{\"value\":' + b'9' * n + b',\"known\":[],\"nodes\":[],\"order\":[]}'\nos.write(3, len(text).to_bytes(4, 'big'))\nwhile text:\n    text = text[os.write(3, text[:1 << 20]):]\nimport time\ntime.sleep(60)",
        ] {
            let case = forging(body).limited(|limits| limits.cpu_seconds = 10);
            let report = bench.split(&case, "value = candidate(1)\nassert value == 2, f'{value}'[:100]");
            assert!(fails(&report.judgement), "{body} {report:?}");
        }
    });
}

/// Keys that all have one hash: each new one is compared with all before it.
#[test]
fn own_05_keys_that_collide_cost_the_sample_its_trial_and_nobody_else() {
    conformance(|bench| {
        let case = Case::of("P = (1 << 61) - 1\ndef f(x):\n    return [k * P for k in range(200_000)]\n");
        let case = case.limited(|limits| limits.wall_milliseconds = 800);
        let report = bench.split(&case, "assert len(set(candidate(1))) == 1");
        assert!(matches!(report.judgement, Judgement::Limit(_)), "{report:?}");
        let nodes = "nodes = [['int', hex(k * ((1 << 61) - 1))] for k in range(200_000)]\nnodes.append(['dict', [v for k in range(200_000) for v in ([k], 0)], None, None])\ntext = frame({'value': [200_000], 'known': [], 'nodes': nodes, 'order': list(range(200_000))})\nwhile text:\n    text = text[os.write(3, text[:1 << 20]):]\nimport time\ntime.sleep(60)";
        let case = forging(nodes).limited(|limits| limits.wall_milliseconds = 1_500);
        let report = bench.split(&case, "candidate(1)");
        assert!(matches!(report.judgement, Judgement::Limit(_)), "{report:?}");
    });
}

#[test]
fn own_06_exceptions_without_end_are_only_exceptions() {
    conformance(|bench| {
        for module in [
            "def f(x):\n    a, b = ValueError('a'), ValueError('b')\n    a.__cause__, b.__cause__ = b, a\n    a.__context__, b.__context__ = b, a\n    raise a\n",
            "def f(x):\n    e = ValueError()\n    e.__cause__ = e\n    raise e\n",
            "def f(x):\n    e = ValueError('x' * (50 << 20))\n    for _ in range(100_000):\n        new = ValueError(1)\n        new.__cause__ = e\n        e = new\n    raise e\n",
            "def f(x):\n    e = ValueError('x')\n    for _ in range(100_000):\n        e = ExceptionGroup('x', [e])\n    raise e\n",
            "def f(x):\n    e = ValueError('x')\n    e.__traceback__ = None\n    e.add_note('n' * 1000)\n    e.args = e.args * 1000\n    raise e\n",
        ] {
            let report = bench.split(&Case::of(module), "candidate(1)");
            assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{module} {report:?}");
        }
        // One that fails whatever it is asked ends our worker, which is the sample's own.
        let mute = "class E(Exception):\n    def __getattribute__(self, name):\n        raise SystemExit(0)\ndef f(x):\n    raise E\n";
        let report = bench.split(&Case::of(mute), "candidate(1)");
        assert!(
            matches!(report.judgement, Judgement::SampleRaised { .. } | Judgement::Exited { .. }),
            "{report:?}"
        );
    });
}

/// Python takes this exception for the end of whatever it is iterating over, and the tests would run no further.
#[test]
fn own_07_an_exception_that_ends_the_tests_loop_early_is_no_pass() {
    conformance(|bench| {
        let modules = ["def f(x):\n    raise StopIteration\n", "def f(x):\n    return next(iter(()))\n"];
        for body in [
            "for got, wanted in zip(map(candidate, [1, 2]), [2, 3]):\n    assert got == wanted",
            "assert all(map(lambda x: candidate(x) == x + 1, [1, 2]))",
            "def ask(x):\n    assert candidate(x) == x + 1\nlist(map(ask, [1, 2]))",
            "assert not [x for x in filter(candidate, [1, 2])]",
            "for got in iter(lambda: candidate(1), 2):\n    assert got == 2",
        ] {
            all_fail(bench, &modules, body);
        }
        // Tests that expect it, or anything, meet it as ever.
        for body in [
            "try:\n    candidate(1)\nexcept StopIteration:\n    pass\nelse:\n    assert False",
            "try:\n    list(candidate(n) for n in range(3))\nexcept RuntimeError:\n    pass\nelse:\n    assert False",
            "import contextlib\nwith contextlib.suppress(Exception):\n    candidate(1)",
        ] {
            bench.passes(modules[0], body);
        }
    });
}

#[test]
fn own_08_a_thread_that_answers_on_its_own_decides_nothing() {
    conformance(|bench| {
        let before = forging(
            "import threading\nthread = threading.Thread(target=os.write, args=(3, reply(2)))\nthread.start()\nthread.join()\nreturn 9",
        );
        // What it says first is the answer; what our worker says then is one that nobody asked for, or the next one.
        let report = bench.split(&before, "assert candidate(1) == 2\nassert candidate(1) == 2");
        assert!(
            matches!(report.judgement, Judgement::Tampered { .. } | Judgement::WrongAnswer { .. }),
            "{report:?}"
        );
        // After its own answer a thread may come before or after the verdict; neither makes a wrong value right.
        let after = forging(
            "import threading\nmain = threading.main_thread()\ndef late():\n    while True:\n        os.write(3, reply(2))\nthreading.Thread(target=late, daemon=True).start()\nreturn 9",
        );
        let report = bench.split(&after, "assert candidate(1) == 2 == candidate(1) == candidate(1)");
        assert!(
            matches!(report.judgement, Judgement::Tampered { .. } | Judgement::WrongAnswer { .. }),
            "{report:?}"
        );
    });
}

#[test]
fn own_09_a_channel_that_is_shut_or_replaced_is_the_end_of_the_sample() {
    conformance(|bench| {
        let end = |judgement: &Judgement| matches!(judgement, Judgement::Exited { .. });
        for body in [
            "import socket\nsocket.socket(fileno=3).shutdown(socket.SHUT_WR)\nreturn 2",
            "import socket\nsocket.socket(fileno=3).shutdown(socket.SHUT_RDWR)\nreturn 2",
            "import socket\na, b = socket.socketpair()\nos.dup2(a.fileno(), 3)\nkeep.append((a, b))\nb.sendall(reply(2))\nreturn 2",
            "os.dup2(os.open('/dev/null', os.O_RDWR), 3)\nreturn 2",
            "os.closerange(0, 256)\nreturn 2",
        ] {
            let case = forging(&format!("keep = globals().setdefault('kept', [])\n{body}"));
            let report = bench.split(&case, "assert candidate(1) == 2");
            assert!(end(&report.judgement), "{body} {report:?}");
        }
        // Half shut, it can still answer the one question that it has read.
        let read =
            forging("import socket\nsocket.socket(fileno=os.dup(3)).shutdown(socket.SHUT_RD)\nreturn 9");
        assert!(is_wrong(&bench.split(&read, "assert candidate(1) == 2").judgement));
    });
}

#[test]
fn own_10_values_that_cost_more_to_use_than_to_send_cost_the_sample_its_trial() {
    conformance(|bench| {
        for (value, body) in [
            ("decimal.Decimal('1E+999999999')", "assert int(candidate(1)) == 2"),
            ("range(10 ** 18)", "assert list(candidate(1)) == [2]"),
            ("10 ** 4000", "assert 1 < candidate(1) ** candidate(1) < 3"),
            ("deep(60)", "assert candidate(1) == candidate(1)"),
        ] {
            let module = format!(
                "import decimal\ndef deep(n):\n    x = [1]\n    for _ in range(n):\n        x = [x, x]\n    return x\ndef f(x):\n    return {value}\n"
            );
            let case = Case::of(&module).limited(|limits| limits.wall_milliseconds = 800);
            let report = bench.split(&case, body);
            assert!(
                matches!(report.judgement, Judgement::WrongAnswer { .. } | Judgement::Limit(_)),
                "{value} {report:?}"
            );
        }
    });
}

#[test]
fn own_11_replies_that_two_readers_would_read_differently_are_only_values() {
    conformance(|bench| {
        let rest = ",\"known\":[],\"nodes\":[],\"order\":[]";
        for (text, wrong) in [
            (format!("{{\"value\":2,\"value\":9{rest}}}"), true),
            (format!("{{\"value\":NaN{rest}}}"), true),
            (format!("{{\"value\":Infinity{rest}}}"), true),
            (format!("{{\"value\":2.0000000000000000000000001{rest}}}"), false),
            (format!("{{\"value\":2{rest},\"verdict\":\"pass\",\"loaded\":true}}"), false),
        ] {
            let body = format!(
                "text = {text:?}.encode()\nos.write(3, len(text).to_bytes(4, 'big') + text)\nimport time\ntime.sleep(60)"
            );
            let judgement = bench.split(&forging(&body), "assert candidate(1) == 2").judgement;
            assert_eq!((is_wrong(&judgement), judgement == Judgement::Passed), (wrong, !wrong), "{text}");
        }
        // Not what our own worker writes: spaces, a byte-order mark, UTF-16, single quotes.
        for bytes in
            ["b' {}'", "b'\\xef\\xbb\\xbf{}'", "'{}'.encode('utf-16')", "b\"{'value': 2}\"", "b'{} '", "b''"]
        {
            let body = format!(
                "text = {bytes}\nos.write(3, len(text).to_bytes(4, 'big') + text)\nimport time\ntime.sleep(60)"
            );
            let report = bench.split(&forging(&body), "assert candidate(1) == 2");
            assert!(matches!(report.judgement, Judgement::Tampered { .. }), "{bytes} {report:?}");
        }
    });
}

/// Samples of one task are judged by one process, one after the other.
#[test]
fn own_12_what_one_sample_leaves_in_its_judge_does_not_meet_the_next() {
    conformance(|bench| {
        let body = "value = candidate(1)\nassert len(value) == 1_000_000 and value[-1] == 'v999999', 'no'";
        let large = "def f(x):\n    return [f'{{}}{n}' for n in range({})]\n";
        let fill = large.replace("{{}}", "w").replace("range({})", "range(1_900_000)");
        let honest = large.replace("{{}}", "v").replace("range({})", "range(1_000_000)");
        let roomy = |module: &str| {
            Case::of(module).limited(|limits| {
                limits.memory_bytes = 1 << 30;
                limits.cpu_seconds = 20;
            })
        };
        for _ in 0..2 {
            assert!(is_wrong(&bench.split(&roomy(&fill), body).judgement));
        }
        assert_eq!(bench.split(&roomy(&honest), body).judgement, Judgement::Passed);
        // Classes of tuples, modules and exceptions that replies make there are gone with the trial, too.
        let names = "import collections, decimal, fractions, datetime\nP = collections.namedtuple('int', 'x')\nclass AssertionError(Exception): pass\ndef f(x):\n    if x == 2:\n        raise AssertionError('x')\n    return [P(1), decimal.Decimal(1), fractions.Fraction(1), datetime.date(1, 1, 1)]\n";
        let body = "value = candidate(1)\nassert type(value) is int and int('2') == value + 1, 'no'\ntry:\n    assert False\nexcept AssertionError:\n    pass";
        assert!(is_wrong(&bench.split(&Case::of(names), body).judgement));
        assert_eq!(bench.split(&Case::of("def f(x):\n    return x\n"), body).judgement, Judgement::Passed);
    });
}
