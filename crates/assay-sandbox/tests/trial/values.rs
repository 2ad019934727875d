//! Arguments and results: what crosses must read in the tests as it does in one process.

use assay_sandbox::{EmbeddedEngine, Engine, Judgement, Limits, Slot};

use crate::conformance::ROOT;
use crate::support::{Case, check, open};

const IDENTITY: &str = "def f(x):\n    return x\n";

#[test]
fn arguments_changed_in_place_come_back() {
    let mut slot = open();
    let cases = [
        ("x.append(4)", "[1]", "[1, 4]"),
        ("x[2] = 3", "{1: 2}", "{1: 2, 2: 3}"),
        ("x['a'][0].add(5)", "{'a': [{1}]}", "{'a': [{1, 5}]}"),
        ("x.add(2)", "{1}", "{1, 2}"),
        ("x.appendleft(0)", "collections.deque([1], 2)", "collections.deque([0, 1], 2)"),
        ("x.extend(b'z')", "bytearray(b'a')", "bytearray(b'az')"),
        ("x.update('ab')", "collections.Counter('a')", "collections.Counter('aab')"),
        ("x[5].append(1)", "collections.defaultdict(list)", "{5: [1]}"),
        (
            "x.move_to_end(1)",
            "collections.OrderedDict({1: 1, 2: 2})",
            "collections.OrderedDict({2: 2, 1: 1})",
        ),
        ("x.sort(key=str)", "[10, 9]", "[10, 9]"),
        ("x.clear()", "[1, 2]", "[]"),
    ];
    for (change, argument, after) in cases {
        let case = Case::of(&format!("def f(x):\n    {change}\n"));
        let body = format!(
            "import collections\nx = same = {argument}\nkind = type(x)\nassert candidate(x) is None\nassert x is same and type(x) is kind\nassert x == {after}, x"
        );
        let report = case.judged_in(&mut *slot, &check(&body));
        assert_eq!(report.judgement, Judgement::Passed, "{change}: {report:?}");
    }
}

#[test]
fn a_returned_argument_is_the_argument_and_aliases_stay_aliases() {
    Case::of("def f(x, y=None):\n    return [x, y, x]\n")
        .passes("a = [1]\nr = candidate(a, y={'k': a})\nassert r[0] is a and r[2] is a and r[1]['k'] is a");
    Case::of("def f(x, y):\n    x.append(1)\n    return x is y, y\n")
        .passes("a = []\nassert candidate(a, a) == (True, [1])\nassert candidate([], []) == (False, [])");
    Case::of("def f():\n    a = []\n    return [a, a, (a,)]\n")
        .passes("r = candidate()\nassert r[0] is r[1] is r[2][0]");
}

#[test]
fn cycles_cross_both_ways() {
    Case::of("def f(x):\n    assert x[0] is x\n    d = {'x': x}\n    d['d'] = d\n    return d\n")
        .passes("x = []\nx.append(x)\nd = candidate(x)\nassert d['d'] is d and d['x'] is x");
    Case::of("def f():\n    l = []\n    t = (l,)\n    l.append((t,))\n    return t\n")
        .passes("t = candidate()\nassert t[0][0][0] is t");
}

#[test]
fn lazy_iterables_cross_in_both_directions() {
    Case::of("def f(x):\n    return sum(x)\n")
        .passes("assert candidate(n for n in [1, 2]) == 3\nassert candidate(map(int, '12')) == 3");
    let mut slot = open();
    for value in [
        "(n for n in [1, 2])",
        "map(int, '12')",
        "filter(None, [1, 0, 2])",
        "iter([1, 2])",
        "itertools.chain([1], [2])",
        "reversed([2, 1])",
    ] {
        let case = Case::of(&format!("import itertools\ndef f():\n    return {value}\n"));
        let body = "r = candidate()\nassert iter(r) is r\nassert tuple(r) == (1, 2)\nassert list(r) == []";
        let report = case.judged_in(&mut *slot, &check(body));
        assert_eq!(report.judgement, Judgement::Passed, "{value}: {report:?}");
    }
    Case::of("def f(a, b):\n    return zip(a, b), enumerate(a)\n")
        .passes("z, e = candidate('ab', [1, 2])\nassert list(z) == [('a', 1), ('b', 2)]\nassert dict(e) == {0: 'a', 1: 'b'}");
}

#[test]
fn an_endless_iterator_may_be_read_a_little_but_not_past_the_cut() {
    let endless = Case::of("import itertools\ndef f():\n    return itertools.count()\n");
    endless.passes("c = candidate()\nassert [next(c) for _ in range(1000)] == list(range(1000))");
    let report = endless.checked_by("for n in candidate():\n    if n > 100_000: break");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
    let reader = Case::of(
        "import itertools\ndef f(x, n):\n    try:\n        return sum(itertools.islice(x, n))\n    except BaseException:\n        return -1\n",
    );
    reader.passes("import itertools\nassert candidate(itertools.count(), 3) == 3");
    let report = reader.checked_by("import itertools\nassert candidate(itertools.count(), 70_000) == -1");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
}

#[test]
fn views_of_dictionaries_stay_views() {
    Case::of("def f(d):\n    return d.keys(), d.values(), d.items()\n").passes(
        "k, v, i = candidate({1: [2], (3,): 4})\nassert k == {1, (3,)} and type(k) is type({}.keys())\nassert list(v) == [[2], 4]\nassert list(i) == [(1, [2]), ((3,), 4)]",
    );
    Case::of("import collections\ndef f():\n    d = collections.OrderedDict(a=1, b=2)\n    return d.keys(), d.values(), d.items()\n")
        .passes("k, v, i = candidate()\nassert list(k) == ['a', 'b'] and list(v) == [1, 2] and dict(i) == {'a': 1, 'b': 2}");
    let report = Case::of("def f():\n    d = {}\n    d[1] = d.values()\n    return d.values()\n")
        .checked_by("candidate()");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
}

#[test]
fn numbers_cross_exactly() {
    Case::of(IDENTITY).passes(
        "import math\nfor x in (0, -1, 2**63 - 1, 2**63, -2**63 - 1, 10**5000, -10**5000, 1e-320, 0.1, True, False, None, 3+4j, complex('-0')):\n    r = candidate(x)\n    assert r == x and type(r) is type(x)\nassert math.copysign(1, candidate(-0.0)) == -1\nassert candidate(math.inf) == math.inf and candidate(-math.inf) == -math.inf\nassert math.isnan(candidate(math.nan))",
    );
}

#[test]
fn the_identity_of_a_nan_is_kept_as_in_one_process() {
    Case::of("import math\ndef f(x):\n    return [x[0], math.nan, float('nan'), {x[0]: 1}]\n").passes(
        "import math\nx = [float('nan')]\nr = candidate(x)\nassert r[0] is x[0] and [r[0]] == x and r[1] is math.nan\nassert r[2] is not x[0] and r[3] == {x[0]: 1} and x[0] in r[3]",
    );
}

#[test]
fn text_crosses_exactly() {
    Case::of(IDENTITY).passes(
        "for x in ('', 'ä', '\\ud800', '\\ud83d\\ude00', '\\ud83d' + '\\ude00', '😀', '\\0\\n\\x7f', b'', b'\\xff\\0', bytearray(b'\\xff')):\n    r = candidate(x)\n    assert r == x and type(r) is type(x) and len(r) == len(x), ascii(x)",
    );
}

#[test]
fn values_of_the_standard_library_cross_by_rule() {
    let body = r"
from collections import Counter, OrderedDict, deque
from decimal import Decimal
from fractions import Fraction
import datetime as d
india = d.timezone(d.timedelta(hours=5, minutes=30))
numbers = [Decimal('1.10'), Decimal('-0'), Decimal('sNaN123'), Decimal('1e999999'), Fraction(1, 3), Fraction(10**400, 7)]
times = [d.date(2020, 2, 29), d.datetime(2020, 1, 1, 5, tzinfo=india), d.datetime(2020, 1, 1, fold=1),
         d.time(1, 2, 3, 4, tzinfo=d.timezone.utc), d.timedelta(-1, 5, 6)]
containers = [Counter('abca'), OrderedDict(b=1, a=2), deque([1, 2], 5), frozenset([frozenset([1]), 2]),
              {frozenset({(1, (2, 3))})}, {(1, 'a'): [()]}]
for x in [*numbers, *times, *containers, range(1, 9, 2), range(10**30), ..., NotImplemented]:
    r = candidate(x)
    assert type(r) is type(x) and repr(r) == repr(x), (r, x)
";
    Case::of(IDENTITY).passes(body);
    Case::of("from collections import *\ndef f(x):\n    x[7].append(1)\n    return x, defaultdict(int, a=1)\n").passes(
        "from collections import defaultdict\na, b = candidate(defaultdict(list))\nassert a == {7: [1]} and a.default_factory is list\nassert b['zz'] == 0 and b.default_factory is int",
    );
}

#[test]
fn named_tuples_are_tuples_with_names_on_both_sides() {
    Case::of("from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(n):\n    return [P(i, 0) for i in range(n)]\n")
        .passes("r = candidate(5000)\nassert r[4].x == 4 and r[4] == (4, 0) and type(r[0]) is type(r[1]) and type(r[0]).__name__ == 'P'");
    let prompt = "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    def twice(self):\n        return 2 * self.x\n";
    Case::of("def f(p):\n    assert isinstance(p, P)\n    return P(p.twice())\n")
        .with_prompt(prompt)
        .passes("r = candidate(P(2))\nassert type(r) is P and r.twice() == 8");
}

#[test]
fn enumerations_of_the_prompt_are_the_same_on_both_sides() {
    let prompt = "import enum\nclass Colour(enum.Enum):\n    RED = 1\n    BLUE = 2\nclass Level(enum.IntEnum):\n    LOW = 1\n";
    Case::of("def f(c):\n    assert c is Colour.RED\n    return Colour.BLUE, Level.LOW\n")
        .with_prompt(prompt)
        .passes("assert candidate(Colour.RED) == (Colour.BLUE, Level.LOW)\nassert candidate(Colour.RED)[0] is Colour.BLUE");
    let report = Case::of("import enum\nclass Own(enum.Enum):\n    A = 1\ndef f():\n    return Own.A\n")
        .checked_by("candidate()");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
}

#[test]
fn depth_and_size_cross_within_the_bounds() {
    let deep = "def f(x):\n    depth = 0\n    y = x\n    while y:\n        y = y[0]\n        depth += 1\n    r = t = d = None\n    for _ in range(depth):\n        r, t, d = [r], (t,), {0: d}\n    return depth, r, t, d\n";
    let body = "x = []\nfor _ in range(99_999):\n    x = [x]\ndepth, r, t, d = candidate([x])\nassert depth == 100_000\nfor y in r, t, d:\n    n = 0\n    while y is not None:\n        y, n = y[0], n + 1\n    assert n == 100_000";
    let patient = |limits: &mut Limits| {
        limits.cpu_seconds = 10;
        limits.wall_milliseconds = 120_000;
    };
    Case::of(deep).limited(patient).passes(body);
    Case::of("def f(n):\n    return list(range(n))\n")
        .passes("assert candidate(10**6) == list(range(10**6))");
    let report = Case::of("def f():\n    return [0] * 5_000_000\n").checked_by("candidate()");
    assert!(matches!(report.judgement, Judgement::NotPlainData { .. }), "{report:?}");
}

#[test]
fn keyword_arguments_and_defaults_work() {
    Case::of("def f(a, *rest, k=1, **more):\n    return a, rest, k, more\n")
        .passes("assert candidate(1, 2, k=[3], z=4) == (1, (2,), [3], {'z': 4})");
}

#[test]
fn a_call_that_the_sample_cannot_take_is_its_exception() {
    let report = Case::of("def f():\n    return 1\n").checked_by("candidate(1)");
    assert!(matches!(report.judgement, Judgement::SampleRaised { .. }), "{report:?}");
}

#[test]
fn sets_come_in_the_same_order_on_both_sides() {
    Case::of("def f(x):\n    return list(x)\n")
        .passes("x = {'a', 'b', 'c', 'dd', 'ee'}\nassert candidate(x) == list(x)");
}

fn the_same_numbers_are_drawn(slot: &mut dyn Slot) {
    let case = Case::of("import random\ndef f():\n    return random.random()\n");
    for _ in 0..2 {
        let report = case.judged_in(
            slot,
            "import random\nassert f() == 0.8444218515250481\nassert random.random() == 0.8444218515250481\n",
        );
        assert_eq!(report.judgement, Judgement::Passed, "{report:?}");
    }
}

#[test]
fn random_numbers_are_the_same_in_every_trial() {
    the_same_numbers_are_drawn(&mut *open());
}

#[test]
fn random_numbers_are_the_same_with_modules_loaded_beforehand_that_use_them() {
    // Both load `random`.
    let mut root = ROOT.clone();
    root.warm = vec!["secrets".into(), "tempfile".into()];
    the_same_numbers_are_drawn(&mut *EmbeddedEngine::new().open(&root).unwrap());
}
