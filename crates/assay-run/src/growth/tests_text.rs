//! Tests that ask, tests that compare, and what their findings say.

use assay_python::literals::{Arguments, Value};
use assay_types::{Finding, Task};

use crate::mutation::Survivor;

/// Stands before what the reference returned.
const RETURNED: &str = "AssertionError: the reference returned ";
/// Stands before the number of the input that told a mutant apart.
const INPUT: &str = "AssertionError: input ";
/// Characters of a value's text; evidence is cut, and nobody pastes more into a test.
const LONGEST: usize = 500;
/// Further apart than other ways of computing the same number.
const TOLERANCE: &str = "1e-6";

/// An input and what the reference returns for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Case {
    input: Arguments,
    expected: Value,
}

impl Case {
    /// A case that a test can state: numbers with a fraction must stand alone, where a tolerance can be given.
    pub(super) fn new(input: Arguments, expected: Value) -> Option<Self> {
        let sayable = matches!(expected, Value::Real(_)) || !expected.holds_a_real();
        sayable.then_some(Self { input, expected })
    }

    /// What must hold, of a function of the given name.
    fn condition(&self, function: &str) -> String {
        let (input, expected) = (self.input.written(), self.expected.written());
        match self.expected {
            Value::Real(_) => format!("abs({function}({input}) - {expected}) < {TOLERANCE}"),
            Value::Nothing | Value::Truth(_) => format!("{function}({input}) is {expected}"),
            _ => format!("{function}({input}) == {expected}"),
        }
    }
}

/// Tests that fail with what the sample returns for an input; `time` makes the text another one.
pub(super) fn asking(input: &Arguments, time: usize) -> String {
    let call = format!("candidate({})", input.written());
    format!(
        "def check(candidate):\n    first = repr({call})\n    second = repr({call})\n    assert first == second, \"two calls differ\"\n    raise AssertionError(\"the reference returned \" + first)  # {time}\n"
    )
}

/// What a sample returned, by the finding of tests that ask for it.
pub(super) fn returned(finding: &Finding) -> Option<String> {
    let text = finding.evidence.as_deref()?.strip_prefix(RETURNED)?;
    (text.len() <= LONGEST).then(|| text.to_owned())
}

/// Tests of all cases, which fail with the number of the first that does not hold.
pub(super) fn joined(cases: &[Case]) -> String {
    let mut text = "def check(candidate):\n".to_owned();
    for (number, case) in cases.iter().enumerate() {
        text += &format!(
            "    try:\n        holds = {}\n    except Exception:\n        holds = False\n    assert holds, \"input {number}\"\n",
            case.condition("candidate")
        );
    }
    text
}

/// The number of the first case that does not hold, where a finding says it.
pub(super) fn first_failing(finding: &Finding) -> Option<usize> {
    finding.evidence.as_deref()?.strip_prefix(INPUT)?.parse().ok()
}

/// A file of tests that holds the cases, spelt as the task's own tests are.
pub(super) fn file(task: &Task, cases: &[Case], caught: &[&Survivor]) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "# More tests of {}. Each input is a variation of one in its tests; what the reference solution returns is\n# expected. Read each before you keep it: the statement may not allow it. Together they catch:\n",
        task.id
    );
    for mutant in caught {
        text += &format!(
            "#   line {}, {}: {} -> {}\n",
            mutant.line,
            mutant.operator,
            one_line(&mutant.before),
            one_line(&mutant.after)
        );
    }
    let has_check = task.tests.lines().any(|line| line.starts_with("def check("));
    let (indent, function) = if has_check { ("    ", "candidate") } else { ("", task.entry_point.as_str()) };
    if has_check {
        text += "def check(candidate):\n";
    }
    for case in cases {
        text += &format!("{indent}assert {}\n", case.condition(function));
    }
    text
}

#[cfg(test)]
mod tests {
    use assay_python::PythonVersion;

    use super::*;

    fn case(input: &str, expected: &str) -> Option<Case> {
        let read = |text| Value::read(text, PythonVersion::PY311).unwrap();
        Case::new(Arguments { positional: vec![read(input)], named: Vec::new() }, read(expected))
    }

    #[test]
    fn cases_are_stated_so_that_another_right_answer_passes() {
        let said = |expected| case("[1]", expected).map(|case| case.condition("f"));
        assert_eq!(said("[2]").unwrap(), "f([1]) == [2]");
        assert_eq!(said("True").unwrap(), "f([1]) is True");
        assert_eq!(said("0.5").unwrap(), "abs(f([1]) - 0.5) < 1e-6");
        assert_eq!(said("[0.5]"), None);
    }

    #[test]
    fn findings_say_what_was_asked() {
        let finding = |evidence: &str| Finding {
            outcome: assay_types::Outcome::Fail { cause: assay_types::FailCause::WrongAnswer },
            evidence: Some(evidence.to_owned()),
            line: None,
            output: String::new(),
            time: assay_types::TrialTime::default(),
        };
        let value = |evidence| returned(&finding(evidence));
        assert_eq!(value("AssertionError: the reference returned [1]").as_deref(), Some("[1]"));
        assert_eq!(value("AssertionError: two calls differ"), None);
        assert_eq!(value(&format!("AssertionError: the reference returned {}", "x".repeat(501))), None);
        assert_eq!(first_failing(&finding("AssertionError: input 12")), Some(12));
        assert_eq!(first_failing(&finding("ValueError: input 12")), None);
    }
}
