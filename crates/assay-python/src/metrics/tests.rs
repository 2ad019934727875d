//! Numbers of radon 6.0.1 under CPython 3.11 for programs of our own.

use proptest::prelude::*;

use super::*;

fn measured(source: &str) -> Metrics {
    measure(source.into(), PythonVersion::PY311).unwrap()
}

fn total(source: &str) -> usize {
    measured(source).complexity.total
}

fn raw(source: &str) -> [usize; 7] {
    let raw = measured(source).raw.unwrap();
    [raw.loc, raw.lloc, raw.sloc, raw.comments, raw.multi, raw.blank, raw.single_comments]
}

#[test]
fn branches_loops_handlers_and_operators_add_to_the_complexity() {
    let cases = [
        ("", 1),
        ("if a:\n    pass\nelif b:\n    pass\nelse:\n    pass\n", 3),
        ("x = 1 if a and b or c else 2\n", 4),
        ("for x in y:\n    pass\nelse:\n    pass\n", 3),
        ("while a:\n    break\n", 2),
        ("try:\n    a\nexcept B:\n    pass\nexcept C:\n    pass\nelse:\n    pass\nfinally:\n    pass\n", 4),
        ("try:\n    a\nexcept* B:\n    pass\n", 1),
        ("assert a and b, c or d\n", 2),
        ("[x for x in y if x if z for w in x]\n", 5),
        ("f = lambda: 1 if a else 2\n", 2),
        ("with a as b, c:\n    pass\n", 1),
        (
            "match x:\n    case 1 if y:\n        pass\n    case 2 | 3:\n        pass\n    case z:\n        pass\n",
            3,
        ),
        ("match x:\n    case _ as y:\n        pass\n    case [z]:\n        pass\n", 3),
    ];
    for (source, expected) in cases {
        assert_eq!(total(source), expected, "{source}");
    }
}

#[test]
fn blocks_are_told_apart_and_heads_are_not_looked_at() {
    let source = "@(a or b)\ndef f(x=1 if a else 2):\n    def g():\n        if x:\n            pass\n    class H:\n        if x:\n            pass\n    if x:\n        pass\n\nclass A(B or C):\n    if x:\n        pass\n    class I:\n        pass\n    def m(self):\n        if x:\n            pass\n    async def n(self):\n        pass\n";
    let complexity = measured(source).complexity;
    let f = &complexity.functions[0];
    assert_eq!((f.name.as_str(), f.line, f.column, f.complexity, f.class.as_ref()), ("f", 2, 0, 2, None));
    assert_eq!((f.closures[0].name.as_str(), f.closures[0].line, f.closures[0].complexity), ("g", 3, 2));
    let class = &complexity.classes[0];
    assert_eq!((class.name.as_str(), class.real_complexity, class.complexity()), ("A", 5, 3));
    let methods: Vec<_> = class
        .methods
        .iter()
        .map(|method| (method.name.as_str(), method.complexity, method.class.as_deref()))
        .collect();
    assert_eq!(methods, [("m", 2, Some("A")), ("n", 1, Some("A"))]);
    assert_eq!(class.inner_classes[0].complexity(), 1);
    assert_eq!(complexity.total, 6);
    let marked = measured("\u{feff}def f():\n    pass\n").complexity;
    assert_eq!((marked.functions[0].line, marked.functions[0].column), (1, 0));
}

#[test]
fn operands_are_equal_as_in_python() {
    let halstead = |source: &str| {
        let counts = measured(source).halstead.total;
        [counts.distinct_operators, counts.distinct_operands, counts.operators, counts.operands]
    };
    assert_eq!(halstead("1 + True + 1.0 + x + 'x' + y.x\n"), [1, 6, 5, 10]);
    assert_eq!(halstead("10000000000000000000000 + 1e22\n0j + 0\n"), [1, 2, 2, 4]);
    assert_eq!(halstead("'\\ud800' + '\\ud801'\n"), [1, 2, 1, 2]);
    assert_eq!(halstead("-x < +y < 2\nnot x\nx += 1\n"), [5, 6, 6, 8]);
    assert_eq!(halstead("def f(x=-1):\n    return x - 1\ndef g(x):\n    return x - 1\n"), [1, 4, 2, 4]);
    let functions =
        measured("def f(x):\n    def g(y):\n        return x - y\n    return x - 1\n").halstead.functions;
    assert_eq!(functions.len(), 1);
    assert_eq!((functions[0].0.as_str(), functions[0].1.operands), ("f", 4));
}

#[test]
fn lines_are_counted_by_what_they_hold() {
    let source =
        "'''doc\n\ntext'''\n# comment\nx = 1  # behind\n\nif x: y = 2; z = 3\n'one line'\nf(a,\n\n  b)\n";
    assert_eq!(raw(source), [11, 7, 4, 2, 2, 3, 2]);
    assert_eq!(raw(""), [0; 7]);
    assert_eq!(raw("x[1:2]; y = 1\r\n\x0c\r\n"), [3, 3, 1, 0, 0, 2, 0]);
    assert_eq!(raw("x = 1 \\\n\ny: int; z\n"), [3, 2, 2, 0, 0, 1, 0]);
}

#[test]
fn where_radon_fails_there_is_no_number() {
    for (source, line) in [("x = 1\ny = 'a\x0cb'\n", 2), ("e\u{301} = 1\n", 1), ("x = '\u{2028}'\n", 1)] {
        let metrics = measured(source);
        assert_eq!(metrics.raw, Err(RadonFails { line }), "{source:?}");
        assert_eq!(metrics.maintainability_index(Multi::Comments), Err(RadonFails { line }));
        assert_eq!(metrics.complexity.total, 1);
    }
}

#[test]
fn a_text_that_does_not_parse_is_not_measured() {
    for source in ["def f(:\n", "x = \0\n", "f'{*x}'\n"] {
        assert!(matches!(measure(source.into(), PythonVersion::PY311), Err(NotParsed::Syntax { .. })));
    }
    let long = "x = 0\n".repeat(1_000_000);
    assert!(matches!(measure(long.into(), PythonVersion::PY311), Err(NotParsed::BeyondLimits(_))));
}

#[test]
fn the_index_knows_comments_and_maybe_strings() {
    let once = "'''doc\ntext'''\n# comment\nx = a + b\ny = x + 1\nz = x * y\nwhile z: z = z - 1\n";
    let metrics = measured(&once.repeat(3));
    let with = metrics.maintainability_index(Multi::Comments).unwrap();
    let without = metrics.maintainability_index(Multi::NoComments).unwrap();
    assert!((with - 86.185_277_970_390_93).abs() < 1e-9, "{with}");
    assert!((without - 82.831_592_172_888_3).abs() < 1e-9, "{without}");
    let nothing = measured("x = 1\n").maintainability_index(Multi::Comments).unwrap();
    assert!((nothing - 100.0).abs() < 1e-9, "{nothing}");
}

proptest! {
    #[test]
    fn no_text_ends_in_a_panic(source in "[a-cfx0-9é\u{301} \n\r\t\x0c'\"\\\\#:;.,+()\\[\\]{}-]{0,60}") {
        if let Ok(metrics) = measure(source.into(), PythonVersion::PY311) {
            let index = metrics.maintainability_index(Multi::NoComments);
            prop_assert!(index.is_err() || index.is_ok_and(|index| (0.0..=100.0).contains(&index)));
        }
    }
}
