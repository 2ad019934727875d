use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::PythonVersion;

fn class(source: &str, names: Names) -> AstClass {
    let module = Module::parse(Arc::from(source), PythonVersion::PY311);
    class_of(&module.unwrap_or_else(|error| panic!("{error}: {source}")), names)
}

fn are_equal(one: &str, other: &str) -> bool {
    class(one, Names::Count) == class(other, Names::Count)
}

fn are_alike(one: &str, other: &str) -> bool {
    class(one, Names::LocalsIgnored) == class(other, Names::LocalsIgnored)
}

#[test]
fn layout_and_spelling_do_not_count() {
    let same = [
        ("x = 1 # c\n\n", "x=(1)"),
        ("if a: b\nelif c: d\nelse: e\n", "if a:\n  b\nelse:\n  if c:\n    d\n  else:\n    e"),
        ("x = 'a' \"b\"", "x = '''\\x61b'''"),
        ("x = 0x10 + 1_0 + 1e1", "x = 16 + 10 + 10.0"),
        ("f(*a, b=1)", "f(b=1, *a)"),
        ("class A(): pass", "class A: pass"),
        ("f'{x=}' ''", "'x=' f'{x!r}'"),
        ("x[*a]", "x[*a,]"),
        ("x = '''a\r\nb'''\r\n", "x = 'a\\nb'\n"),
        ("with (a as b, c): pass", "with a as b, c: pass"),
        ("x: int; y", "x: int\ny"),
    ];
    for (one, other) in same {
        assert!(are_equal(one, other), "{one:?} {other:?}");
    }
}

#[test]
fn what_means_something_else_is_told_apart() {
    let different = [
        ("x = 1", "x = 1.0"),
        ("x = 1", "x = True"),
        ("x = 'a'", "x = b'a'"),
        ("x = 'a'", "x = u'a'"),
        ("x = '\\ud800'", "x = '\\ud801'"),
        ("x[a:]", "x[:a]"),
        ("(x): int", "x: int"),
        ("if a: b\nelse:\n  if c: d\n  e", "if a: b\nelif c: d\nelse: e"),
        ("try: a\nfinally: b", "try: a\nexcept: b"),
        ("for a in b:\n  c\n  d", "for a in b:\n  c\nelse:\n  d"),
        ("while b:\n  c\n  d", "while b:\n  c\nelse:\n  d"),
        ("f'{x}'", "f'{x!r}'"),
        ("f'{x:}'", "f'{x}'"),
        ("f'{x}a'", "f'a{x}'"),
        ("{**a, b: c}", "{b: c, **a}"),
        ("def f(a, /): pass", "def f(a): pass"),
        ("def f(*, a): pass", "def f(a): pass"),
        ("def f() -> a: pass", "def f(): a; pass"),
        ("async def f(): pass", "def f(): pass"),
        ("from . import a", "from .. import a"),
        ("import a as a", "import a"),
        ("-1", "+1"),
        ("a - b", "-a, b"),
    ];
    for (one, other) in different {
        assert!(!are_equal(one, other), "{one:?} {other:?}");
        assert!(!are_alike(one, other), "{one:?} {other:?}");
    }
}

#[test]
fn local_names_may_be_renamed() {
    let same = [
        ("def f(a):\n  b = a\n  return b", "def f(c):\n  d = c\n  return d"),
        ("x = [a for a in y if a]", "x = [b for b in y if b]"),
        ("x = lambda a, *b, **c: (a, b, c)", "x = lambda p, *q, **r: (p, q, r)"),
        (
            "def f():\n  def g():\n    nonlocal a\n    a = 1\n  a = 2",
            "def f():\n  def h():\n    nonlocal b\n    b = 1\n  b = 2",
        ),
        ("def f():\n  import os as a\n  return a.path", "def f():\n  import os as b\n  return b.path"),
        (
            "def f():\n  try: pass\n  except E as a: print(a)",
            "def f():\n  try: pass\n  except E as b: print(b)",
        ),
        (
            "def f(x):\n  match x:\n    case [a, *b]: return a, b",
            "def f(x):\n  match x:\n    case [c, *d]: return c, d",
        ),
        ("def f():\n  if (a := 1): return a", "def f():\n  if (b := 1): return b"),
        ("def f(a):\n  return [a for a in a]", "def f(b):\n  return [c for c in b]"),
    ];
    for (one, other) in same {
        assert!(are_alike(one, other), "{one:?} {other:?}");
        assert!(!are_equal(one, other), "{one:?} {other:?}");
    }
}

#[test]
fn names_that_others_see_may_not_be_renamed() {
    let different = [
        ("a = 1", "b = 1"),
        ("def f(): pass", "def g(): pass"),
        ("class A:\n  a = 1", "class A:\n  b = 1"),
        ("class A:\n  def f(self): pass", "class A:\n  def g(self): pass"),
        ("def f(a): return a.x", "def f(a): return a.y"),
        ("def f(a): return g(x=a)", "def f(a): return g(y=a)"),
        ("def f(a): return len", "def f(a): return sum"),
        ("def f():\n  global a\n  a = 1", "def f():\n  global b\n  b = 1"),
        ("def f(a): return a\nf(a=1)", "def f(b): return b\nf(a=1)"),
        ("def f(a, b): return a", "def f(a, b): return b"),
        ("def f():\n  import os, re\n  os, re", "def f():\n  import os, re\n  re, os"),
        ("def f(a):\n  b = 1\n  return a", "def f(a):\n  a = 1\n  return a"),
        ("def f(a): return [b for b in a]", "def f(a): return [a for b in a]"),
        ("if (a := 1): pass", "if (b := 1): pass"),
    ];
    for (one, other) in different {
        assert!(!are_alike(one, other), "{one:?} {other:?}");
    }
}

/// A program in which `{0}`, `{1}`, … are names of locals.
const PROGRAM: &str = "import os\nlimit = 3\ndef f({0}, *{1}, key=limit):\n    {2} = [{3} for {3} in {0} if {3} and limit]\n    for {4}, ({5}) in {1}:\n        def {6}({7}={2}):\n            nonlocal {4}\n            {4} = {7}\n            return lambda {8}: {8} + {4} + len({2})\n        with open({5}) as {2}:\n            {0} = {6}\n    return os.path, {0}, {1}, {2}\n";

fn filled(names: &[String]) -> String {
    names
        .iter()
        .enumerate()
        .fold(PROGRAM.to_owned(), |text, (place, name)| text.replace(&format!("{{{place}}}"), name))
}

proptest! {
    #[test]
    fn renaming_consistently_keeps_the_class_and_a_clash_does_not(
        start in 0_usize..1000, clash in 0_usize..8, global in prop::sample::select(vec!["limit", "len", "os", "open"]),
    ) {
        let names: Vec<String> = (0..9).map(|place| format!("n{}_{place}", start + place * 7)).collect();
        let plain: Vec<String> = (0..9).map(|place| format!("x{place}")).collect();
        prop_assert!(are_alike(&filled(&plain), &filled(&names)));
        prop_assert!(!are_equal(&filled(&plain), &filled(&names)));
        // Names 0, 1, 2, 4, 5 and 6 are of one scope.
        let scope = [0, 1, 2, 4, 5, 6];
        let (one, other) = (scope[clash % 6], scope[(clash + 1) % 6]);
        if (one, other) != (6, 0) {
            let mut clashing = names.clone();
            clashing[other].clone_from(&names[one]);
            if let Ok(module) = Module::parse(Arc::from(filled(&clashing)), PythonVersion::PY311) {
                prop_assert_ne!(class_of(&module, Names::LocalsIgnored), class(&filled(&plain), Names::LocalsIgnored));
            }
        }
        let mut hiding = names;
        hiding[[2, 4][clash % 2]] = global.to_owned();
        prop_assert!(!are_alike(&filled(&plain), &filled(&hiding)));
    }
}
