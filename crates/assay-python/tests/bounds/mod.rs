//! What every analysis says of a text, texts made to be deep or long, and texts changed at random. Used by a test and by
//! `examples/bounds.rs`.

use std::sync::Arc;

use assay_python::comments::{Thresholds, duplicated_by};
use assay_python::equality::{Names, class_of};
use assay_python::metrics::{Multi, measure};
use assay_python::test_code::{Running, idle_tests, repeated_inputs, reversed};
use assay_python::{Judgement, Module, NotParsed, PythonVersion, Reading, StaticProfile, duplicates, judge};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What an analysis says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Something is found, or there is a number.
    Found,
    /// Nothing is found.
    Clean,
    /// The text is no Python.
    NoPython,
    /// It is beyond the limits of the analysis.
    Failed,
}

impl Answer {
    fn of<T>(result: &Result<T, NotParsed>) -> Self {
        match result {
            Ok(_) => Self::Found,
            Err(NotParsed::Syntax { .. }) => Self::NoPython,
            Err(NotParsed::BeyondLimits(_)) => Self::Failed,
        }
    }

    fn some(is_some: bool) -> Self {
        if is_some { Self::Found } else { Self::Clean }
    }

    /// A word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Clean => "clean",
            Self::NoPython => "no Python",
            Self::Failed => "beyond limits",
        }
    }
}

/// An analysis with its name.
pub(crate) type Analysis = (&'static str, fn(&str) -> Answer);

/// All of them.
pub(crate) const ANALYSES: [Analysis; 7] = [
    ("rules", |source| judged(source, Reading::Default)),
    ("rules, authors' code", |source| judged(source, Reading::AuthorsCode)),
    ("duplicates", |source| match duplicates::find(source, duplicates::MINIMUM_TOKENS) {
        Ok(found) => Answer::some(!found.is_empty()),
        Err(duplicates::NotSearched::Lexical { .. }) => Answer::NoPython,
        Err(duplicates::NotSearched::BeyondLimits(_)) => Answer::Failed,
    }),
    ("comments", |source| {
        let module = match Module::parse(source.into(), PythonVersion::PY311) {
            Ok(module) => module,
            Err(error) => return Answer::of::<()>(&Err(error)),
        };
        let of = |reading| duplicated_by(reading, &module, Thresholds::default());
        match (of(Reading::Default), of(Reading::AuthorsCode)) {
            (Ok(pairs), Ok(others)) => Answer::some(!pairs.is_empty() || !others.is_empty()),
            _ => Answer::Failed,
        }
    }),
    ("metrics", |source| {
        let measured = measure(source.into(), PythonVersion::PY311);
        if let Ok(metrics) = &measured {
            let index = metrics.maintainability_index(Multi::Comments);
            assert!(index.is_err() || index.is_ok_and(|index| (0.0..=100.0).contains(&index)));
        }
        Answer::of(&measured)
    }),
    ("equality", |source| {
        let module = Module::parse(source.into(), PythonVersion::PY311);
        if let Ok(module) = &module {
            let again = Module::parse(source.into(), PythonVersion::PY311);
            let again = again.map(|again| class_of(&again, Names::Count));
            assert_eq!(again, Ok(class_of(module, Names::Count)));
            let _ = class_of(module, Names::LocalsIgnored);
        }
        Answer::of(&module)
    }),
    ("test code", |source| {
        let module = match Module::parse(source.into(), PythonVersion::PY311) {
            Ok(module) => module,
            Err(error) => return Answer::of::<()>(&Err(error)),
        };
        let mut is_said = !repeated_inputs(&module, TESTED).is_empty();
        for running in [Running::Statements, Running::Collected] {
            is_said |= !idle_tests(&module, running, TESTED).is_empty();
            is_said |= reversed(&module, running).is_ok();
        }
        Answer::some(is_said)
    }),
];

/// What tests are about, as far as texts here are tests.
const TESTED: &[&str] = &["f", "x", "y"];

fn judged(source: &str, reading: Reading) -> Answer {
    match judge(Arc::from(source), StaticProfile { reading, ..StaticProfile::default() }) {
        Judgement::Judged { findings, undecided } => {
            Answer::some(!findings.is_empty() || !undecided.is_empty())
        }
        Judgement::DoesNotParse(_) => Answer::NoPython,
        Judgement::AnalysisFailed(_) => Answer::Failed,
    }
}

/// Texts that are too deep or too long for somebody: no rule may call one of them clean. Most hold something `many` times.
pub(crate) fn bombs(many: usize) -> Vec<(&'static str, String)> {
    let mut bombs = nested(many);
    bombs.extend(chained(many));
    bombs.extend(long(many));
    bombs
}

/// Something inside of something, again and again.
fn nested(many: usize) -> Vec<(&'static str, String)> {
    let around = |open: &str, close: &str| format!("x = {}y{}\n", open.repeat(many), close.repeat(many));
    let blocks = |head: &str| {
        let lines = (0..2_000).map(|level| " ".repeat(level) + head + "\n");
        lines.collect::<Vec<_>>().concat() + &" ".repeat(2_000) + "pass\n"
    };
    vec![
        ("parentheses", around("(", ")")),
        ("open parentheses", "(".repeat(many)),
        ("closed parentheses", ")".repeat(many)),
        ("lists", around("[", "]")),
        ("dicts", around("{0: ", "}")),
        ("sets", around("{", "}")),
        ("calls in calls", around("f(", ")")),
        ("subscripts in subscripts", around("x[", "]")),
        ("comprehensions in comprehensions", around("[x for x in ", "]")),
        ("generators in calls", around("f(x for x in ", ")")),
        ("lambdas in parentheses", around("(lambda: ", ")")),
        ("stars in tuples", around("(*", ",)")),
        ("f-strings of one quote", "f'{".repeat(many)),
        ("f-strings of four quotes", format!("x = {}\n", "f'''{f\"\"\"{f'{f\"{".repeat(many / 4))),
        ("formats in formats", format!("x = f'{}'\n", "{x:".repeat(many) + &"}".repeat(many))),
        ("ifs", blocks("if x:")),
        ("functions", blocks("def f():")),
        ("classes", blocks("class A:")),
        ("loops", blocks("for x in y:")),
        ("withs", blocks("with x:")),
        ("whiles", blocks("while x:")),
        (
            "patterns in patterns",
            format!("match x:\n    case {}y{}:\n        pass\n", "[".repeat(many), "]".repeat(many)),
        ),
        (
            "classes in patterns",
            format!("match x:\n    case {}y{}:\n        pass\n", "A(".repeat(many), ")".repeat(many)),
        ),
        ("annotations", format!("def f(x: {}y{}): pass\n", "a[".repeat(many), "]".repeat(many))),
    ]
}

/// Operators and clauses one behind the other, most of which nest in the tree.
fn chained(many: usize) -> Vec<(&'static str, String)> {
    let before = |operator: &str| format!("x = {}y\n", operator.repeat(many));
    let behind = |operator: &str| format!("x = y{}\n", operator.repeat(many));
    vec![
        ("not", before("not ")),
        ("minus", before("-")),
        ("plus, minus, tilde", before("+-~")),
        ("await", format!("async def f():\n    {}y\n", "await ".repeat(many))),
        ("lambda", before("lambda: ")),
        ("lambda in defaults", before("lambda x=")),
        ("yield", format!("def f():\n    x = {}y\n", "yield ".repeat(many))),
        ("if else", before("y if z else ")),
        ("if else in conditions", behind(" if y else z")),
        ("walrus", before("(x := ")),
        ("stars", before("*")),
        ("attributes", behind(".y")),
        ("calls", behind("()")),
        ("subscripts", behind("[0]")),
        ("attributes, calls, subscripts", behind(".y()[0]")),
        ("sums", behind(" + y")),
        ("powers", behind(" ** y")),
        ("products and sums", behind(" * y + y")),
        ("bits", behind(" | y")),
        ("ands", behind(" and y")),
        ("ands and ors", behind(" and y or z")),
        ("comparisons", behind(" < y")),
        ("assignments", before("x = ")),
        ("elifs", format!("if x:\n    pass\n{}", "elif x:\n    pass\n".repeat(many))),
        (
            "elses and ifs",
            (0..2_000)
                .map(|level| " ".repeat(level) + "if x: pass\n" + &" ".repeat(level) + "else:\n")
                .collect(),
        ),
        ("decorators", format!("{}def f(): pass\n", "@x\n".repeat(many))),
        ("handlers", format!("try:\n    pass\n{}", "except X:\n    pass\n".repeat(many))),
        ("cases", format!("match x:\n{}", "    case 0:\n        pass\n".repeat(many))),
        ("patterns of alternatives", format!("match x:\n    case 0{}:\n        pass\n", " | 0".repeat(many))),
        ("dotted imports", format!("import a{}\nx\n", ".a".repeat(many))),
        ("loops of a comprehension", format!("x = [y{}]\n", " for y in z".repeat(many))),
        ("conditions of a comprehension", format!("x = [y for y in z{}]\n", " if y".repeat(many))),
        ("items of a with", format!("with {}x:\n    pass\n", "x, ".repeat(many))),
    ]
}

/// A text for each number, one behind the other.
fn numbered(many: usize, text: impl Fn(usize) -> String) -> String {
    (0..many).map(text).collect::<Vec<_>>().concat()
}

/// Much of something that does not nest.
fn long(many: usize) -> Vec<(&'static str, String)> {
    vec![
        ("a line of 10 MB", format!("x = {}\n", "y + ".repeat(10 << 18) + "y")),
        ("a comment of 10 MB", format!("#{}\nx\n", " word".repeat(2 << 20))),
        ("a string of 10 MB", format!("x = '{}'\n", "a".repeat(10 << 20))),
        ("a name of 10 MB", "x".repeat(10 << 20)),
        ("a million lines", "x = 0\n".repeat(1_000_000)),
        ("an integer of a million digits", format!("x = {}\n", "9".repeat(1_000_000))),
        ("many integers of 4,301 digits", format!("x = {}\n", ("1".repeat(4_301) + ", ").repeat(900))),
        ("names without end", format!("x = [{}]\n", "y, ".repeat(many))),
        ("parameters", format!("def f({}): pass\n", numbered(many, |place| format!("A{place},")))),
        ("arguments", format!("f({})\n", "y, ".repeat(many))),
        ("keywords", format!("f({})\n", numbered(many, |place| format!("a{place}=y,")))),
        ("semicolons", "x;".repeat(many)),
        (
            "assignments of each name to the next",
            numbered(many, |place| format!("x{} = x{place}\n", place + 1)),
        ),
        ("one name bound many times", "y = y + y\n".repeat(many)),
        ("functions of one name", "def f(x):\n    return y\n".repeat(many / 2)),
        ("globals", format!("def f():\n    global {}x\n    y\n", "x, ".repeat(many))),
        ("parts of a string", format!("x = {}y\n", "'a' ".repeat(many))),
        ("elements of an f-string", format!("x = f'{}'\n", "{y}".repeat(many))),
        ("a NUL", "x = 0\n\0".to_owned()),
        ("NULs", "\0".repeat(many)),
        ("a NUL in a string", "x = '\0'\n".to_owned()),
        ("a NUL in a comment", "x = 0 # \0\n".to_owned()),
        ("backslashes", "\\\n".repeat(many)),
        ("open strings", "'''\"\"\"'\n".repeat(many)),
        ("dedents to nowhere", "if x:\n        y\n    z\n".repeat(many / 10)),
    ]
}

/// What is put into texts.
const PIECES: [&str; 46] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ";",
    "=",
    "\n",
    "\r",
    "\t",
    "\u{c}",
    "\0",
    "\\\n",
    "\u{feff}",
    "é",
    "e\u{301}",
    "\u{2028}",
    "'",
    "\"\"\"",
    "f'{",
    "rb'",
    "#",
    "# coding: latin-1\n",
    "lambda x: ",
    "not ",
    "await ",
    "yield ",
    "*",
    "**",
    "@x\n",
    "global x\n",
    "nonlocal y\n",
    "except* x:\n",
    "match x:\n",
    "    case y:\n",
    "elif x:\n",
    "else:\n",
    "0x",
    "1e999",
    "'\\ud800'",
    "{x!r:>{y}}",
    ":=",
    "import *\n",
];

/// A text made of a seed by one to four changes, some with a part of another seed.
pub(crate) fn mutated(seeds: &[String], number: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut text = seeds[below(&mut random, seeds.len())].clone();
    for _ in 0..=below(&mut random, 4) {
        let other = &seeds[below(&mut random, seeds.len())];
        text = changed(&text, other, &mut random);
    }
    text
}

fn below(random: &mut ChaCha8Rng, bound: usize) -> usize {
    usize::try_from(random.next_u64() % bound.max(1) as u64).unwrap_or_default()
}

fn changed(text: &str, other: &str, random: &mut ChaCha8Rng) -> String {
    let at = text.floor_char_boundary(below(random, text.len() + 1));
    let to = text.ceil_char_boundary((at + below(random, 12)).min(text.len()));
    let cut = other.floor_char_boundary(below(random, other.len() + 1));
    let piece = PIECES[below(random, PIECES.len())];
    match below(random, 6) {
        0 => format!("{}{piece}{}", &text[..at], &text[at..]),
        1 => format!("{}{}", &text[..at], &text[to..]),
        2 => format!("{}{piece}{}", &text[..at], &text[to..]),
        3 => format!("{}{}", &text[..at], &other[cut..]),
        4 => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            let (one, two) = (below(random, lines.len()), below(random, lines.len()));
            if one < lines.len() && two < lines.len() {
                lines.swap(one, two);
            }
            lines.concat()
        }
        _ => {
            let line =
                other.split_inclusive('\n').nth(below(random, other.lines().count())).unwrap_or_default();
            let start = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
            format!("{}{line}{}", &text[..start], &text[start..])
        }
    }
}
