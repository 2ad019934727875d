//! The same tests in the reverse order.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{Alias, Expr, ExprContext, Pattern, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::{Running, does_nothing};
use crate::Module;
use crate::definition::bound_by_import;

/// Reverses collected tests once they are defined.
const REVERSING: &str = include_str!("reversing.py");

/// The text of tests that do the same in the reverse order, or why there is none.
///
/// Of statements those are turned around that share no name which one of them binds: an assignment stays with all that
/// use it. What they share in other ways, such as something that the sample remembers, is what the other order is for.
pub fn reversed(module: &Module, running: Running) -> Result<String, &'static str> {
    let source = module.source();
    match running {
        Running::Collected => {
            let own: Vec<String> = own_names(&module.parsed().syntax().body)
                .into_iter()
                .map(|name| format!("\"{name}\","))
                .collect();
            Ok(format!("{source}\n\n{REVERSING}\n\n_assay_reverse(globals(), ({}))\n", own.join(" ")))
        }
        Running::Statements => {
            let body = &module.parsed().syntax().body;
            let check = body.iter().rev().find_map(|statement| match statement {
                Stmt::FunctionDef(function) if function.name.as_str() == "check" => Some(&function.body),
                _ => None,
            });
            turned(source, check.unwrap_or(body))
        }
    }
}

/// The names that tests bind, in order; the sample's own stand beside them at run time.
fn own_names(body: &[Stmt]) -> Vec<&str> {
    let mut own: Vec<&str> = body.iter().flat_map(|statement| Names::of(statement).bound).collect();
    own.sort_unstable();
    own.dedup();
    own
}

fn turned(source: &str, body: &[Stmt]) -> Result<String, &'static str> {
    let first = body.iter().position(|statement| !is_preparation(statement)).unwrap_or(body.len());
    let body = &body[first..];
    if body.iter().any(leaves) {
        return Err("a statement among the tests ends or rebinds them");
    }
    let blocks = blocks(body);
    if blocks.len() < 2 {
        return Err("its tests are one piece: each uses what another one makes");
    }
    let lines: Vec<&str> = blocks
        .iter()
        .map(|block| whole_lines(source, body[block.start].range().cover(body[block.end - 1].range())))
        .collect::<Option<_>>()
        .ok_or("two of its tests stand on one line")?;
    let begin = source[..body[0].start().to_usize()].rfind('\n').map_or(0, |place| place + 1);
    let last = body[body.len() - 1].end().to_usize();
    let end = source[last..].find('\n').map_or(source.len(), |place| last + place);
    let middle: Vec<&str> = lines.into_iter().rev().collect();
    Ok(format!("{}{}{}", &source[..begin], middle.join("\n"), &source[end..]))
}

/// What stands before tests and is none itself.
fn is_preparation(statement: &Stmt) -> bool {
    does_nothing(statement)
        || matches!(
            statement,
            Stmt::Import(_)
                | Stmt::ImportFrom(_)
                | Stmt::FunctionDef(_)
                | Stmt::ClassDef(_)
                | Stmt::Global(_)
        )
}

fn leaves(statement: &Stmt) -> bool {
    matches!(
        statement,
        Stmt::Return(_)
            | Stmt::Raise(_)
            | Stmt::Delete(_)
            | Stmt::Nonlocal(_)
            | Stmt::Global(_)
            | Stmt::Import(_)
            | Stmt::ImportFrom(_)
    )
}

/// Statements in pieces, each as short as it can be, so that no name which a statement binds is in two pieces.
fn blocks(body: &[Stmt]) -> Vec<Range<usize>> {
    let names: Vec<Names<'_>> = body.iter().map(Names::of).collect();
    let bound: HashSet<&str> = names.iter().flat_map(|names| names.bound.iter().copied()).collect();
    let last: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        .flat_map(|(place, names)| names.all.iter().map(move |name| (*name, place)))
        .collect();
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < body.len() {
        let (mut end, mut place) = (start + 1, start);
        while place < end {
            let shared = names[place].all.intersection(&bound);
            end = shared.map(|name| last[name] + 1).fold(end, usize::max);
            place += 1;
        }
        blocks.push(start..end);
        start = end;
    }
    blocks
}

/// The names in a statement.
#[derive(Default)]
struct Names<'a> {
    bound: HashSet<&'a str>,
    all: HashSet<&'a str>,
}

impl<'a> Names<'a> {
    fn of(statement: &'a Stmt) -> Self {
        let mut names = Self::default();
        names.visit_stmt(statement);
        names
    }

    fn bind(&mut self, name: &'a str) {
        self.bound.insert(name);
        self.all.insert(name);
    }
}

impl<'a> Visitor<'a> for Names<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => self.bind(&function.name),
            Stmt::ClassDef(class) => self.bind(&class.name),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        self.bind(bound_by_import(alias));
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let name = match pattern {
            Pattern::MatchAs(pattern) => pattern.name.as_ref(),
            Pattern::MatchStar(pattern) => pattern.name.as_ref(),
            Pattern::MatchMapping(pattern) => pattern.rest.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.bind(name);
        }
        walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression {
            self.all.insert(name.id.as_str());
            if name.ctx != ExprContext::Load {
                self.bound.insert(name.id.as_str());
            }
        }
        walk_expr(self, expression);
    }
}

/// The lines of a range, where nothing else stands on them.
fn whole_lines(source: &str, range: TextRange) -> Option<&str> {
    let begin = source[..range.start().to_usize()].rfind('\n').map_or(0, |place| place + 1);
    let last = range.end().to_usize();
    let end = source[last..].find('\n').map_or(source.len(), |place| last + place);
    let before = &source[begin..range.start().to_usize()];
    let after = source[last..end].trim();
    (before.trim().is_empty() && (after.is_empty() || after.starts_with('#'))).then(|| &source[begin..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PythonVersion;

    fn turned_around(tests: &str) -> Result<String, &'static str> {
        let module = Module::parse(tests.into(), PythonVersion::PY311).unwrap();
        let text = reversed(&module, Running::Statements)?;
        assert!(Module::parse(text.as_str().into(), PythonVersion::PY311).is_ok(), "{text}");
        Ok(text)
    }

    #[test]
    fn asserts_are_turned_around_where_they_stand() {
        assert_eq!(turned_around("assert f(1)\nassert f(2)").unwrap(), "assert f(2)\nassert f(1)");
        assert_eq!(
            turned_around("import math\n\ndef check(candidate):\n    \"\"\"All.\"\"\"\n    assert candidate(\n        1\n    )  # one\n    # two\n    assert candidate(2)\n    for x in [3]:\n        assert candidate(x)\n\nEND = 1\n").unwrap(),
            "import math\n\ndef check(candidate):\n    \"\"\"All.\"\"\"\n    for x in [3]:\n        assert candidate(x)\n    assert candidate(2)\n    assert candidate(\n        1\n    )  # one\n\nEND = 1\n"
        );
    }

    #[test]
    fn what_uses_what_another_makes_stays_behind_it() {
        assert_eq!(
            turned_around("assert f(0)\nx = [1]\nf(x)\nassert x == []\nassert f(2)\n").unwrap(),
            "assert f(2)\nx = [1]\nf(x)\nassert x == []\nassert f(0)\n"
        );
        assert!(turned_around("x = 1\nassert f(x)\nassert f(2)\nassert f(x) == 2\n").is_err());
    }

    #[test]
    fn what_cannot_be_turned_around_says_why() {
        for tests in [
            "assert f(1)\n",
            "assert f(1); assert f(2)\n",
            "def check(c):\n    assert c(1)\n    return\n    assert c(2)\n",
            "",
            "try:\n    import numpy as np\nexcept ImportError:\n    pass\nassert f(np)\n",
            "try:\n    import os.path\nexcept ImportError:\n    pass\nassert f(os)\n",
            "match f(1):\n    case [x, *rest]:\n        pass\nassert f(x)\nassert f(rest)\n",
            "match f(1):\n    case {1: 2, **rest} as x:\n        pass\nassert f(x)\nassert f(rest)\n",
        ] {
            assert!(turned_around(tests).is_err(), "{tests}");
        }
    }

    #[test]
    fn collected_tests_keep_their_text_and_are_turned_around_when_they_are_defined() {
        let module = Module::parse("def test_a():\n    pass\n".into(), PythonVersion::PY311).unwrap();
        let text = reversed(&module, Running::Collected).unwrap();
        assert!(text.starts_with("def test_a():\n    pass\n"));
        assert!(Module::parse(text.into(), PythonVersion::PY311).is_ok());
    }
}
