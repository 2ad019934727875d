//! The same call with the same expectation twice.

use std::collections::HashMap;

use ruff_python_ast::comparable::ComparableExpr;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprCall, Stmt, StmtFor};
use ruff_text_size::Ranged;

use super::{any_expression, last_name, line_at};
use crate::Module;

/// Functions that give the same for the same, in what stands around a call.
const PURE: [&str; 17] = [
    "abs",
    "bool",
    "dict",
    "float",
    "frozenset",
    "int",
    "isclose",
    "isinstance",
    "len",
    "list",
    "max",
    "min",
    "repr",
    "round",
    "set",
    "sorted",
    "str",
];
/// As above.
const ALSO_PURE: [&str; 4] = ["sum", "tuple", "type", "bytes"];
/// What a case of `cases.toml` becomes (assay-benchmark).
const CASE: &str = "_assay_case";

/// An input that the tests judge more than once by the same expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedInput {
    /// What stands there more than once, as it is written first.
    pub text: String,
    /// Where it stands, in order: lines of the tests from 1.
    pub lines: Vec<usize>,
    /// Where it stands in the file of cases that the tests were made of, as `cases.toml:3`; else empty.
    pub places: Vec<String>,
}

/// The inputs that stand more than once, in the order of their first places. `names` are the functions and classes that
/// the tests are about.
///
/// Looked at are calls whose arguments are written out in full, in an `assert`, in an assertion of unittest, in a case, and
/// values in a list that a loop hands to such a call. The expectation must be written out, too.
#[must_use]
pub fn repeated_inputs(module: &Module, names: &[&str]) -> Vec<RepeatedInput> {
    let mut seen = Seen { source: module.source(), names, places: HashMap::new(), found: Vec::new() };
    seen.visit_body(&module.parsed().syntax().body);
    seen.found.retain(|input| input.lines.len() > 1);
    seen.found
}

/// What makes two assertions the same.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    /// Two equal values, the smaller place first.
    Equal(ComparableExpr<'a>, ComparableExpr<'a>),
    /// Any other condition.
    Condition(ComparableExpr<'a>),
    /// An assertion of unittest, by its name and arguments.
    Method(&'a str, Vec<ComparableExpr<'a>>),
    /// A case: arguments by place and by name, and what is expected.
    Case(Vec<(Option<&'a str>, ComparableExpr<'a>)>),
    /// A value that the loop at this place hands to a call.
    Value(usize, ComparableExpr<'a>),
}

struct Seen<'a, 'n> {
    source: &'a str,
    names: &'n [&'n str],
    places: HashMap<Key<'a>, usize>,
    found: Vec<RepeatedInput>,
}

impl<'a> Seen<'a, '_> {
    fn note(&mut self, key: Key<'a>, what: &'a impl Ranged, place: Option<String>) {
        let found = &mut self.found;
        let number = *self.places.entry(key).or_insert_with(|| {
            let text = &self.source[what.range()];
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            found.push(RepeatedInput { text, lines: Vec::new(), places: Vec::new() });
            found.len() - 1
        });
        found[number].lines.push(line_at(self.source, what.start()));
        found[number].places.extend(place);
    }

    fn is_call(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Call(call) if last_name(&call.func).is_some_and(|name| self.names.contains(&name)))
    }

    /// Whether an expression has the same value wherever it stands, as far as the sample's calls do.
    fn is_fixed(&self, expression: &Expr) -> bool {
        let all = |parts: &[Expr]| parts.iter().all(|part| self.is_fixed(part));
        match expression {
            Expr::List(list) => all(&list.elts),
            Expr::Tuple(tuple) => all(&tuple.elts),
            Expr::Set(set) => all(&set.elts),
            Expr::Dict(dict) => dict.items.iter().all(|item| {
                item.key.as_ref().is_some_and(|key| self.is_fixed(key)) && self.is_fixed(&item.value)
            }),
            Expr::UnaryOp(unary) => self.is_fixed(&unary.operand),
            Expr::BinOp(binary) => self.is_fixed(&binary.left) && self.is_fixed(&binary.right),
            Expr::BoolOp(boolean) => all(&boolean.values),
            Expr::Compare(compare) => self.is_fixed(&compare.left) && all(&compare.comparators),
            Expr::Name(name) => PURE.contains(&name.id.as_str()) || ALSO_PURE.contains(&name.id.as_str()),
            Expr::Attribute(attribute) => self.is_fixed(&attribute.value),
            Expr::Call(call) => self.calls_what_is_fixed(call) && self.has_fixed_arguments(call),
            other => other.is_literal_expr(),
        }
    }

    fn calls_what_is_fixed(&self, call: &ExprCall) -> bool {
        match &*call.func {
            Expr::Name(name) => self.names.contains(&name.id.as_str()) || self.is_fixed(&call.func),
            Expr::Attribute(attribute) if attribute.attr.as_str() == "isclose" => true,
            Expr::Attribute(attribute) => self.is_fixed(&attribute.value),
            _ => false,
        }
    }

    fn has_fixed_arguments(&self, call: &ExprCall) -> bool {
        call.arguments.args.iter().all(|argument| self.is_fixed(argument))
            && call
                .arguments
                .keywords
                .iter()
                .all(|keyword| keyword.arg.is_some() && self.is_fixed(&keyword.value))
    }

    fn holds_a_call(&self, expression: &Expr) -> bool {
        ruff_python_ast::helpers::any_over_expr(expression, |part| self.is_call(part))
    }

    fn asserted(&mut self, condition: &'a Expr) {
        if let Expr::BoolOp(boolean) = condition
            && boolean.op == BoolOp::And
        {
            boolean.values.iter().for_each(|part| self.asserted(part));
            return;
        }
        if !self.is_fixed(condition) || !self.holds_a_call(condition) {
            return;
        }
        let key = match condition {
            Expr::Compare(compare) if *compare.ops == [CmpOp::Eq] => {
                let (left, right) = (&*compare.left, &compare.comparators[0]);
                // Either side may stand first.
                let (one, other) = if self.is_call(left) { (left, right) } else { (right, left) };
                Key::Equal(one.into(), other.into())
            }
            other => Key::Condition(other.into()),
        };
        self.note(key, condition, None);
    }

    fn called(&mut self, call: &'a ExprCall) {
        match &*call.func {
            Expr::Attribute(method) if method.attr.starts_with("assert") => {
                let judged = call.arguments.args.iter().any(|argument| self.holds_a_call(argument));
                if judged && call.arguments.keywords.is_empty() && self.has_fixed_arguments(call) {
                    let mut arguments: Vec<ComparableExpr<'a>> =
                        call.arguments.args.iter().map(Into::into).collect();
                    if method.attr.as_str() == "assertEqual"
                        && let [one, other, ..] = &*call.arguments.args
                        && !self.is_call(one)
                        && self.is_call(other)
                    {
                        arguments.swap(0, 1);
                    }
                    self.note(Key::Method(method.attr.as_str(), arguments), call, None);
                }
            }
            Expr::Name(name) if name.id.as_str() == CASE => self.case(call),
            _ => {}
        }
    }

    /// `_assay_case(call, place, arguments, keywords, expected=…, raises=…, after=…)`.
    fn case(&mut self, call: &'a ExprCall) {
        let [_, Expr::StringLiteral(place), arguments, keywords] = &*call.arguments.args else { return };
        let by_name =
            call.arguments.keywords.iter().map(|keyword| (keyword.arg.as_deref(), (&keyword.value).into()));
        let key = [(None, arguments.into()), (None, keywords.into())].into_iter().chain(by_name).collect();
        let place = place.value.to_str();
        let place = place.split_once(" (").map_or(place, |(place, _name)| place);
        self.note(Key::Case(key), arguments, Some(place.to_owned()));
    }

    /// `for value in [1, 2]: …f(value)…`.
    fn looped(&mut self, looped: &'a StmtFor) {
        let (Expr::Name(target), Some(values)) = (&*looped.target, elements(&looped.iter)) else { return };
        let handed_over = |expression: &Expr| match expression {
            Expr::Call(call) if self.is_call(expression) => call
                .arguments
                .args
                .iter()
                .any(|argument| matches!(argument, Expr::Name(name) if name.id == target.id)),
            _ => false,
        };
        if !looped.body.iter().any(|statement| any_expression(statement, &handed_over)) {
            return;
        }
        for value in values.iter().filter(|value| self.is_fixed(value)).collect::<Vec<_>>() {
            self.note(Key::Value(looped.start().to_usize(), value.into()), value, None);
        }
    }
}

fn elements(expression: &Expr) -> Option<&[Expr]> {
    match expression {
        Expr::List(list) => Some(&list.elts),
        Expr::Tuple(tuple) => Some(&tuple.elts),
        _ => None,
    }
}

impl<'a> Visitor<'a> for Seen<'a, '_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assert(assert) => self.asserted(&assert.test),
            Stmt::Expr(expression) => {
                if let Expr::Call(call) = &*expression.value {
                    self.called(call);
                }
            }
            Stmt::For(looped) => self.looped(looped),
            _ => {}
        }
        walk_stmt(self, statement);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PythonVersion;

    fn repeats(tests: &str) -> Vec<(String, Vec<usize>)> {
        let module = Module::parse(tests.into(), PythonVersion::PY311).unwrap();
        repeated_inputs(&module, &["candidate", "f"])
            .into_iter()
            .map(|input| (input.text, input.lines))
            .collect()
    }

    #[test]
    fn the_same_call_with_the_same_expectation_is_found_however_it_is_written() {
        for tests in [
            "assert f(1) == 2\nassert f( 1 )==2\n",
            "assert f(1) == 2\nassert 2 == f(1), 'again'\n",
            "def check(candidate):\n    assert candidate('a', [1]) == {}\n    assert candidate(\"a\", [1]) == {}\n",
            "assert f(1) and f(2)\nassert f(2)\n",
            "assert abs(f(0.5) - 1) < 1e-6\nassert abs(f(.5) - 1) < 1e-6\n",
            "assert not f(-1)\nassert not f(-1)\n",
            "import unittest\nclass A(unittest.TestCase):\n  def test_a(self):\n    self.assertEqual(f(1), 2)\n  def test_b(self):\n    self.assertEqual(2, f(1))\n",
            "for x in ['a', 'b', 'a']:\n    assert f(x) is None\n",
        ] {
            assert_eq!(repeats(tests).len(), 1, "{tests}");
        }
        assert_eq!(
            repeats("x = 1\nassert f(1) == 2\n\nassert f(1) == 2\n"),
            [("f(1) == 2".into(), vec![2, 4])]
        );
        assert_eq!(repeats("x = 1\rassert f(1) == 2\r\rassert f(1) == 2\r")[0].1, [2, 4]);
    }

    #[test]
    fn what_differs_or_may_differ_is_not_reported() {
        for tests in [
            "assert f(1) == 2\nassert f(2) == 2\n",
            "assert f(1) == 2\nassert type(f(1)) is int\n",
            "assert f(1) == 1\nassert f(True) == 1\n",
            "assert f(1) == 1\nassert f(1.0) == 1\n",
            "x = 1\nassert f(x) == 2\nx = 2\nassert f(x) == 2\n",
            "assert f(1) == x\nassert f(1) == x\n",
            "assert g(1) == 2\nassert g(1) == 2\n",
            "for x in [1, 1]:\n    pass\n",
            "for x in [1, 2]:\n    assert f(x)\nfor x in [1, 2]:\n    assert not f(x)\n",
            "assert 1 == 1\nassert 1 == 1\n",
        ] {
            assert!(repeats(tests).is_empty(), "{tests}: {:?}", repeats(tests));
        }
    }

    #[test]
    fn cases_are_named_by_their_places_in_their_file() {
        let tests = "def check(candidate):\n    _assay_case(candidate, 'cases.toml:1', [1], {}, expected=2)\n    _assay_case(candidate, 'cases.toml:5 (again)', [1], {}, expected=2)\n    _assay_case(candidate, 'cases.toml:9', [1], {}, raises='ValueError')\n";
        let module = Module::parse(tests.into(), PythonVersion::PY311).unwrap();
        let found = repeated_inputs(&module, &["candidate"]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].places, ["cases.toml:1", "cases.toml:5"]);
    }
}
