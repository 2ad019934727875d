use proptest::prelude::*;

use super::*;

fn module(source: &str) -> Module {
    Module::parse(Arc::from(source), PythonVersion::PY311).unwrap()
}

fn all(source: &str) -> Vec<Mutant> {
    mutants(&module(source), PythonVersion::PY311, None)
}

/// The texts that one operator makes, whatever others make too.
fn texts(operator: &Operator, source: &str) -> Vec<String> {
    let module = module(source);
    let mut edits = Vec::new();
    walk::sites(&module, None, &mut |site| {
        let mut found = Edits::of(&module);
        (operator.edits)(site, &mut found);
        edits.extend(found.found);
    });
    edits.sort_by_key(|edit| edit.range.start());
    edits.iter().map(|edit| edit.applied(source)).collect()
}

#[test]
fn operators_do_what_their_examples_say() {
    for operator in OPERATORS {
        assert!(!operator.examples.is_empty() && !operator.about.is_empty() && !operator.source.is_empty());
        for (source, expected) in operator.examples {
            assert_eq!(texts(&operator, source), *expected, "{}: {source}", operator.name);
        }
    }
}

#[test]
fn names_are_distinct() {
    let names: HashSet<&str> = OPERATORS.iter().map(|operator| operator.name).collect();
    assert_eq!(names.len(), OPERATORS.len());
}

#[test]
fn what_is_no_behaviour_is_left_alone() {
    let source = r#""""Module."""
from __future__ import annotations
import os.path as path1
from typing import List, TypeVar

T = TypeVar("T", bound="Base1")
Row = tuple[str, "Other1"]
Cell = Row | None
@decorate(limit=1)
class A:
    """Class."""
    x: "int1"
    def f(self, a: Literal["x"]) -> Literal[1]:
        """Method."""
        b: Dict[1, "y"]
        raise ValueError("text", 1 + 1)
if __name__ == "__main__":
    print(1)
"#;
    let changed: Vec<Mutant> = all(source);
    assert_eq!(
        changed.iter().map(|mutant| mutant.operator).collect::<Vec<_>>(),
        ["statement"],
        "{changed:?}"
    );
}

#[test]
fn functions_that_cannot_be_reached_are_left_alone() {
    let source = "def f():\n    return g(1)\n\ndef g(n):\n    return n\n\ndef h():\n    return 2\n";
    let called = ["f".to_owned()];
    let of = |source: &str| -> HashSet<usize> {
        let found = mutants(&module(source), PythonVersion::PY311, Some(&called));
        found.iter().map(|mutant| mutant.line).collect()
    };
    assert_eq!(of(source), [2, 5].into());
    // It may be called through any of these.
    for way in ["@register\ndef h()", "k = [h]\ndef h()", "globals()\ndef h()", "k = 'h'\ndef h()"] {
        let lines = of(&source.replace("def h()", way));
        assert!(lines.contains(&source.replace("def h()", way).lines().count()), "{way}: {lines:?}");
    }
}

#[test]
fn what_stands_behind_a_return_is_left_alone() {
    let lines = |source: &str| all(source).iter().map(|mutant| mutant.line).max();
    assert_eq!(lines("def f():\n    return a\n    print(1)\n    return 2\n"), Some(2));
    // It makes the function a generator.
    assert_eq!(lines("def f():\n    return a\n    yield 1\n"), Some(3));
}

#[test]
fn a_mutant_says_where_it_is_and_what_it_changes() {
    let found = all("def f(a):\n    if a < 1:\n        g()\n    return None\n");
    let boundary = &found[found.iter().position(|mutant| mutant.operator == "boundary").unwrap()];
    assert_eq!((boundary.line, &*boundary.before, &*boundary.after), (2, "if a < 1:", "if a <= 1:"));
    assert_eq!(&*boundary.text, "def f(a):\n    if a <= 1:\n        g()\n    return None\n");
}

#[test]
fn lines_may_end_in_carriage_returns_alone() {
    for end in ["\n", "\r", "\r\n"] {
        let found = all(&format!("x = 1{end}def f(a):{end}    return a + 1{end}"));
        let mutant = found.iter().find(|mutant| mutant.operator == "arithmetic").unwrap();
        let said = (mutant.line, mutant.before.as_str(), mutant.after.as_str());
        assert_eq!(said, (3, "return a + 1", "return a - 1"), "{end:?}");
    }
}

#[test]
fn no_text_comes_twice_and_the_more_specific_operator_has_it() {
    let found = all("for i in range(3):\n    x = a[0]\n");
    let different: HashSet<&str> = found.iter().map(|mutant| &*mutant.text).collect();
    assert_eq!(different.len(), found.len());
    assert!(found.iter().all(|mutant| mutant.operator != "number"), "{found:?}");
}

fn indented(text: &str) -> String {
    text.lines().flat_map(|line| ["    ", line, "\n"]).collect()
}

/// Statements of all kinds, nested by the strategy below.
fn python() -> impl Strategy<Value = String> {
    let expression = prop::sample::select(vec![
        "a",
        "a < b <= c",
        "not a",
        "-a + (b) * 2",
        "a[1:]",
        "a[i - 1]",
        "f(a, key=True)",
        "'x' + a",
        "f'{a!r} {b:>{c}}'",
        "[x for x in a if x]",
        "a if b else 'c' 'd'",
        "a and (b or not c)",
        "range(len(a))",
        "{'k': 1.5, **b}",
        "lambda: 1",
        "(a\n  + b  # c\n  - 1)",
        "a is not None",
        "a not in (1, 2)",
        "a ** -1",
        "0x1F",
        "b'\\x00'",
        "é == 'ü'",
    ]);
    let simple = (
        prop::sample::select(vec!["x = ", "x += ", "return ", "f", "x[0] = ", "del x; x = ", "assert "]),
        expression.clone(),
    )
        .prop_map(|(start, value)| format!("{start}({value})\n"));
    let block = simple.prop_recursive(4, 24, 4, move |inner| {
        let heads = prop::sample::select(vec![
            "if T:",
            "while T:",
            "for i in (T):",
            "with T:",
            "try:",
            "def g(p=T) -> 'T':",
        ]);
        (heads, expression.clone(), prop::collection::vec(inner, 1..4)).prop_map(|(head, test, body)| {
            let body: String = indented(&body.concat());
            let tail = if head == "try:" { "except E:\n    pass\n" } else { "" };
            format!("{}\n{body}{tail}", head.replace('T', &format!("({test})")))
        })
    });
    prop::collection::vec(block, 1..4).prop_map(|blocks| {
        let body: String = indented(&blocks.concat());
        format!("def f(a, b):\n    \"\"\"Doc.\"\"\"\n{body}")
    })
}

proptest! {
    #[test]
    fn every_mutant_parses_differs_in_one_place_and_comes_again(source in python()) {
        let Ok(original) = Module::parse(Arc::from(&*source), PythonVersion::PY311) else { return Ok(()) };
        let found = mutants(&original, PythonVersion::PY311, None);
        prop_assert_eq!(&found, &mutants(&original, PythonVersion::PY311, None));
        for mutant in found {
            prop_assert!(Module::parse(mutant.text.clone(), PythonVersion::PY311).is_ok(), "{:?}", mutant);
            prop_assert_ne!(&*mutant.text, &*source);
            prop_assert!(mutant.text.contains("\"\"\"Doc.\"\"\""));
            let first = source.lines().zip(mutant.text.lines()).position(|(old, new)| old != new);
            prop_assert!(first.is_none_or(|line| line + 1 >= mutant.line), "{:?}", mutant);
        }
    }

    #[test]
    fn no_text_makes_it_panic(source in any::<String>()) {
        if let Ok(module) = Module::parse(Arc::from(&*source), PythonVersion::PY311) {
            let _ = mutants(&module, PythonVersion::PY311, None);
        }
    }
}
