//! Tests that do nothing, never run, or judge nothing.

use std::collections::HashSet;

use ruff_python_ast::{Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::judging::{Look, judging_functions};
use super::{Running, does_nothing, last_name, line_at};
use crate::Module;

/// Names through which code may run or judge anything, whatever its text says.
const REACHES_ALL: [&str; 7] = ["TextTestRunner", "doctest", "eval", "exec", "getattr", "globals", "main"];

/// A test that does not do what a test is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleTest {
    /// Its name, as `Case.test_a`; nothing where it is the tests as a whole.
    pub name: Option<String>,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: Idle,
}

/// What is wrong with a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Idle {
    /// There is no test at all.
    NoTest,
    /// It runs nothing.
    Empty,
    /// Nothing runs it: a test for a runner, among statements.
    NeverRun,
    /// It runs something and judges nothing.
    NoAssertion,
}

/// The tests that do not do what a test is for, in the text's order.
///
/// A test judges if it, or a function of the tests that it calls, has an `assert` of more than a constant, a `raise`, calls
/// something named `assert…`, `fail…`, `raises` or `warns`, or hands the sample to something that the tests do not define.
#[must_use]
pub fn idle_tests(module: &Module, running: Running, names: &[&str]) -> Vec<IdleTest> {
    let body = &module.parsed().syntax().body;
    let tests = Tests { source: module.source(), body, judging: judging_functions(body, names), names };
    match running {
        Running::Statements => tests.of_statements(),
        Running::Collected => tests.collected(),
    }
}

struct Tests<'a> {
    source: &'a str,
    body: &'a [Stmt],
    /// The names of functions and methods of the tests that judge.
    judging: HashSet<&'a str>,
    names: &'a [&'a str],
}

impl Tests<'_> {
    fn idle(&self, name: Option<&str>, at: &impl Ranged, kind: Idle) -> IdleTest {
        IdleTest { name: name.map(str::to_owned), line: line_at(self.source, at.start()), kind }
    }

    fn judges(&self, body: &[Stmt]) -> bool {
        let look = Look::at(body, self.names);
        look.judges || look.called.iter().any(|name| self.judging.contains(name))
    }

    fn of_statements(&self) -> Vec<IdleTest> {
        let mut found = self.never_run();
        let check = self.body.iter().rev().find_map(|statement| match statement {
            Stmt::FunctionDef(function) if function.name.as_str() == "check" => Some(function),
            _ => None,
        });
        let statements: Vec<&Stmt> = self
            .body
            .iter()
            .filter(|statement| {
                !does_nothing(statement)
                    && !matches!(
                        statement,
                        Stmt::FunctionDef(_) | Stmt::ClassDef(_) | Stmt::Import(_) | Stmt::ImportFrom(_)
                    )
            })
            .collect();
        let judged = statements.iter().any(|statement| self.judges(std::slice::from_ref(statement)));
        let kind = match check {
            Some(check) if check.body.iter().all(does_nothing) && !judged => Some(Idle::Empty),
            Some(check) if !self.judges(&check.body) && !judged => Some(Idle::NoAssertion),
            None if statements.is_empty() && found.is_empty() => Some(Idle::NoTest),
            None if !statements.is_empty() && !judged => Some(Idle::NoAssertion),
            _ => None,
        };
        if let Some(kind) = kind {
            found.push(match check {
                Some(check) => self.idle(Some("check"), check, kind),
                None => IdleTest { name: None, line: 1, kind },
            });
        }
        found.sort_by_key(|test| test.line);
        found
    }

    /// Tests for a runner where there is none.
    fn never_run(&self) -> Vec<IdleTest> {
        let mentioned = Look::at(self.body, self.names).mentioned;
        if REACHES_ALL.iter().any(|name| mentioned.contains(name)) {
            return Vec::new();
        }
        let unused = |name: &str| !mentioned.contains(name);
        let for_a_runner = |statement: &&Stmt| match statement {
            Stmt::FunctionDef(function) => {
                function.name.starts_with("test_")
                    && function.decorator_list.is_empty()
                    && unused(&function.name)
            }
            Stmt::ClassDef(class) => {
                (class.name.starts_with("Test") || self.is_case(class)) && unused(&class.name)
            }
            _ => false,
        };
        self.body
            .iter()
            .filter(for_a_runner)
            .map(|statement| self.idle(name_of(statement), statement, Idle::NeverRun))
            .collect()
    }

    fn collected(&self) -> Vec<IdleTest> {
        let mut found = Vec::new();
        let mut tests = 0;
        for statement in self.body {
            match statement {
                Stmt::FunctionDef(function) if function.name.starts_with("test_") => {
                    tests += 1;
                    let kind = self.kind_of(function);
                    found.extend(kind.map(|kind| self.idle(Some(&function.name), function, kind)));
                }
                Stmt::ClassDef(class) if class.name.starts_with("Test") || self.is_case(class) => {
                    tests += 1;
                    found.extend(self.of_class(class));
                }
                // It may be a test, made by other means.
                Stmt::Assign(_) | Stmt::For(_) | Stmt::If(_) => {
                    tests += usize::from(self.may_make_tests(statement));
                }
                _ => {}
            }
        }
        if tests == 0 {
            found.push(IdleTest { name: None, line: 1, kind: Idle::NoTest });
        }
        found
    }

    fn may_make_tests(&self, statement: &Stmt) -> bool {
        let look = Look::at(std::slice::from_ref(statement), self.names);
        look.mentioned.iter().any(|name| name.to_lowercase().contains("test") || REACHES_ALL.contains(name))
    }

    fn of_class(&self, class: &StmtClassDef) -> Vec<IdleTest> {
        let methods = methods(class);
        let own: Vec<&&StmtFunctionDef> =
            methods.iter().filter(|method| method.name.starts_with("test")).collect();
        if own.is_empty() {
            let plain =
                class.bases().iter().all(|base| matches!(last_name(base), Some("TestCase" | "object")));
            // What others mention holds something for them.
            let used = Look::at(self.body, self.names).mentioned.contains(class.name.as_str());
            let empty = plain && class.keywords().is_empty() && class.decorator_list.is_empty() && !used;
            return empty.then(|| self.idle(Some(&class.name), class, Idle::Empty)).into_iter().collect();
        }
        // What a fixture judges, it judges for every test of the class.
        let fixture = |method: &&&StmtFunctionDef| {
            ["setUp", "tearDown", "setup_method", "teardown_method"].contains(&method.name.as_str())
        };
        let for_all = methods.iter().filter(fixture).any(|method| self.judges(&method.body));
        own.into_iter()
            .filter_map(|method| {
                let kind = self.kind_of(method).filter(|kind| !(for_all && *kind == Idle::NoAssertion))?;
                Some(self.idle(Some(&format!("{}.{}", class.name, method.name)), *method, kind))
            })
            .collect()
    }

    fn kind_of(&self, test: &StmtFunctionDef) -> Option<Idle> {
        if test.body.iter().all(does_nothing) {
            Some(Idle::Empty)
        } else if test.decorator_list.is_empty() && !self.judges(&test.body) {
            Some(Idle::NoAssertion)
        } else {
            None
        }
    }

    /// Whether a class is one of unittest's test cases, as far as the text says.
    fn is_case(&self, class: &StmtClassDef) -> bool {
        let mut waiting = vec![class];
        let mut seen = HashSet::new();
        while let Some(class) = waiting.pop() {
            for base in class.bases().iter().filter_map(last_name) {
                if base.ends_with("TestCase") {
                    return true;
                }
                waiting.extend(self.body.iter().filter_map(|statement| match statement {
                    Stmt::ClassDef(other) if other.name.as_str() == base && seen.insert(base) => Some(other),
                    _ => None,
                }));
            }
        }
        false
    }
}

fn name_of(statement: &Stmt) -> Option<&str> {
    match statement {
        Stmt::FunctionDef(function) => Some(&function.name),
        Stmt::ClassDef(class) => Some(&class.name),
        _ => None,
    }
}

fn methods(class: &StmtClassDef) -> Vec<&StmtFunctionDef> {
    let methods = class.body.iter().filter_map(|statement| match statement {
        Stmt::FunctionDef(method) => Some(method),
        _ => None,
    });
    methods.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PythonVersion;

    fn idle(tests: &str, running: Running) -> Vec<String> {
        let module = Module::parse(tests.into(), PythonVersion::PY311).unwrap();
        let tests = idle_tests(&module, running, &["candidate", "f"]);
        tests
            .iter()
            .map(|test| format!("{} {} {:?}", test.line, test.name.as_deref().unwrap_or("-"), test.kind))
            .collect()
    }

    #[test]
    fn statements_that_judge_nothing_are_told_from_those_that_do() {
        for (tests, said) in [
            ("", "1 - NoTest"),
            ("\"\"\"None yet.\"\"\"\nimport math\n", "1 - NoTest"),
            ("def check(candidate):\n    pass\n", "1 check Empty"),
            ("def check(candidate):\n    \"\"\"Later.\"\"\"\n    ...\n", "1 check Empty"),
            ("def check(candidate):\n    candidate(1)\n    assert True\n", "1 check NoAssertion"),
            ("f(1)\nprint(f(2))\n", "1 - NoAssertion"),
            ("def test_a():\n    assert f(1)\n", "1 test_a NeverRun"),
            ("assert f(1)\nimport unittest\nclass A(unittest.TestCase):\n    pass\n", "3 A NeverRun"),
            ("assert f(1) == 2\n", ""),
            ("def same(a, b):\n    assert a == b\ndef check(candidate):\n    same(candidate(1), 2)\n", ""),
            ("def test_a():\n    assert f(1)\ntest_a()\n", ""),
            ("import numpy\nnumpy.testing.assert_allclose(f(1), 2)\n", ""),
            ("try:\n    f(1)\nexcept ValueError:\n    pass\nelse:\n    raise SystemExit\n", ""),
            ("def check(candidate):\n    run_all(candidate)\n", ""),
        ] {
            assert_eq!(idle(tests, Running::Statements).join(", "), said, "{tests}");
        }
    }

    #[test]
    fn collected_tests_are_looked_at_one_by_one() {
        for (tests, said) in [
            ("assert f(1)\n", "1 - NoTest"),
            ("def test_a():\n    pass\ndef test_b():\n    assert f(1)\n", "1 test_a Empty"),
            ("def test_a():\n    f(1)\n", "1 test_a NoAssertion"),
            ("class TestA:\n    pass\n", "1 TestA Empty"),
            (
                "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n    def test_b(self):\n        x = f(1)\n    def test_c(self):\n        ...\n",
                "5 A.test_b NoAssertion, 7 A.test_c Empty",
            ),
            (
                "class Base(unittest.TestCase):\n    def same(self, a, b):\n        self.assertEqual(a, b)\nclass A(Base):\n    def test_a(self):\n        self.same(f(1), 2)\n",
                "",
            ),
            (
                "class TestA:\n    def test_a(self):\n        with pytest.raises(ValueError):\n            f(1)\n",
                "",
            ),
            (
                "class TestA:\n    def tearDown(self):\n        assert self.x\n    def test_a(self):\n        self.x = f(1)\n",
                "",
            ),
            ("class TestA(Shared):\n    entry = f\n", ""),
            ("def test_a():\n    mock = f(1)\n    mock.assert_called_once()\n", ""),
            ("TestA = make_tests(f)\n", ""),
            (
                "class TestFiles:\n    def make(self):\n        pass\nclass TestA:\n    def test_a(self):\n        TestFiles.make(self)\n        assert f(1)\n",
                "",
            ),
        ] {
            assert_eq!(idle(tests, Running::Collected).join(", "), said, "{tests}");
        }
    }
}
