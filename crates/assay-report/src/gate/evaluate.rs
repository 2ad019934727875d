//! A gate held against a report.

use std::collections::BTreeSet;

use assay_analyse::{Row, Verdict};

use super::fields::{Field, report_subjects};
use super::tokens::is_name;
use super::{Clause, Comparison, Expected, Expression, GateError, Operator, Subject};
use crate::Report;
use crate::words::word;

/// What a gate comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateResult {
    /// In the gate's order; never empty.
    pub clauses: Vec<ClauseResult>,
}

/// What a clause comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseResult {
    /// The file that holds it, or the option.
    pub source: String,
    /// Its line there, from 1.
    pub line: usize,
    /// As written, without a comment.
    pub text: String,
    /// One for each row that it is held against; one alone where it is about one row, or about none.
    pub looks: Vec<Look>,
}

/// A clause held against one row, or against what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Whether what it says is true.
    pub is_true: bool,
    /// The values that it saw, such as `incorrect_code.verdict is "regression"`. Names in them are foreign text.
    pub seen: Vec<String>,
    /// Inconclusive rows that it is about without saying that it accepts them.
    pub not_accepted: Vec<String>,
}

impl GateResult {
    /// Whether every clause passes.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.clauses.iter().all(ClauseResult::passes)
    }

    /// How many clauses fail.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.clauses.iter().filter(|clause| !clause.passes()).count()
    }
}

impl ClauseResult {
    /// Whether it passes for every row that it is held against.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.looks.iter().all(Look::passes)
    }
}

impl Look {
    /// Whether the clause is true, and silent about no inconclusive row.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.is_true && self.not_accepted.is_empty()
    }
}

pub(super) fn gate(clauses: &[Clause], report: &Report) -> Result<GateResult, GateError> {
    let clauses = clauses.iter().map(|clause| held(clause, report)).collect::<Result<_, _>>()?;
    Ok(GateResult { clauses })
}

/// A clause held against each row that its subject of several rows stands for, or once.
fn held(clause: &Clause, report: &Report) -> Result<ClauseResult, GateError> {
    let mut comparisons = Vec::new();
    clause.expression.collect(&mut comparisons);
    let mut several: Option<(&Subject, Vec<&Row>)> = None;
    for comparison in comparisons.iter().filter(|comparison| comparison.is_about_rows()) {
        let rows = rows(&comparison.subject, report)
            .map_err(|problem| clause.place.error(comparison.column, problem))?;
        match &several {
            _ if rows.len() == 1 => {}
            Some((former, _)) if **former != comparison.subject => {
                let problem = format!(
                    "{former} and {} both stand for several rows here: make two clauses of this one",
                    comparison.subject
                );
                return Err(clause.place.error(comparison.column, problem));
            }
            _ => several = Some((&comparison.subject, rows)),
        }
    }
    let look = |bound| Held { clause, report, bound }.look(&comparisons);
    let looks = match several {
        None => vec![look(None)],
        Some((subject, rows)) => rows.into_iter().map(|row| look(Some((subject, row)))).collect(),
    };
    let place = clause.place.clone();
    Ok(ClauseResult { source: place.source, line: place.line, text: clause.text.clone(), looks })
}

/// The rows that a subject stands for; at least one.
fn rows<'a>(subject: &Subject, report: &'a Report) -> Result<Vec<&'a Row>, String> {
    let name = subject.name.as_str();
    let found: Vec<&Row> = match &subject.part {
        Some(part) => {
            let is_meant = |row: &&Row| row.check == name && row.category.as_ref() == Some(part);
            report.rows.iter().chain(&report.breakdown).filter(is_meant).collect()
        }
        None if name == "all" && !subject.is_quoted => report.rows.iter().collect(),
        None => {
            let of_aspect = |row: &&Row| !subject.is_quoted && word(&row.aspect) == name;
            let of_aspect: Vec<&Row> = report.rows.iter().filter(of_aspect).collect();
            if of_aspect.is_empty() {
                report.rows.iter().filter(|row| row.check == name).collect()
            } else {
                of_aspect
            }
        }
    };
    if found.is_empty() {
        Err(format!("the report has no {subject}: it has {}", what_there_is(report)))
    } else {
        Ok(found)
    }
}

/// Every subject that a report has, as a gate writes it.
fn what_there_is(report: &Report) -> String {
    if report.rows.is_empty() {
        return format!("no row at all; {}", report_subjects().join(", "));
    }
    let aspects: BTreeSet<String> = report.rows.iter().map(|row| word(&row.aspect)).collect();
    let rows = report.rows.iter().chain(&report.breakdown).map(|row| subject_of(row).to_string());
    let mut seen = BTreeSet::new();
    let names: Vec<String> = std::iter::once("all".to_owned())
        .chain(aspects)
        .chain(rows)
        .chain(report_subjects().into_iter().map(str::to_owned))
        .filter(|name| seen.insert(name.clone()))
        .collect();
    names.join(", ")
}

/// A row as a gate writes it.
fn subject_of(row: &Row) -> Subject {
    Subject { name: row.check.clone(), is_quoted: !is_name(&row.check), part: row.category.clone() }
}

impl Expression {
    fn collect<'a>(&'a self, into: &mut Vec<&'a Comparison>) {
        match self {
            Self::Either(terms) | Self::Both(terms) => terms.iter().for_each(|term| term.collect(into)),
            Self::Comparison(comparison) => into.push(comparison),
        }
    }
}

impl Comparison {
    fn is_about_rows(&self) -> bool {
        !matches!(self.field, Field::Count(_))
    }

    fn names_inconclusive(&self) -> bool {
        matches!(&self.expected, Expected::Verdict(verdict) if *verdict == word(&Verdict::Inconclusive))
    }
}

impl Operator {
    fn holds(self, value: f64, expected: f64) -> bool {
        let Some(order) = value.partial_cmp(&expected) else { return false };
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// A clause in front of a report, with its subject of several rows standing for one of them.
struct Held<'a> {
    clause: &'a Clause,
    report: &'a Report,
    bound: Option<(&'a Subject, &'a Row)>,
}

impl Held<'_> {
    fn look(&self, comparisons: &[&Comparison]) -> Look {
        let mut look = Look {
            is_true: self.is_true(&self.clause.expression),
            seen: Vec::new(),
            not_accepted: Vec::new(),
        };
        let names = |row: &Row| {
            let named = |comparison: &&&Comparison| {
                comparison.names_inconclusive()
                    && self.row(comparison).is_some_and(|named| std::ptr::eq(named, row))
            };
            self.clause.accepts_inconclusive || comparisons.iter().any(|comparison| named(&comparison))
        };
        for comparison in comparisons {
            let seen = self.seen(comparison);
            if !look.seen.contains(&seen) {
                look.seen.push(seen);
            }
            let Some(row) = self.row(comparison) else { continue };
            let name = subject_of(row).to_string();
            let is_silent = row.verdict == Verdict::Inconclusive && !names(row);
            if is_silent && !look.not_accepted.contains(&name) {
                look.not_accepted.push(name);
            }
        }
        look
    }

    /// The row that a comparison is about.
    fn row(&self, comparison: &Comparison) -> Option<&Row> {
        match self.bound {
            _ if !comparison.is_about_rows() => None,
            Some((subject, row)) if *subject == comparison.subject => Some(row),
            // One alone: `held` has looked.
            _ => rows(&comparison.subject, self.report).ok()?.first().copied(),
        }
    }

    fn is_true(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Either(terms) => terms.iter().any(|term| self.is_true(term)),
            Expression::Both(terms) => terms.iter().all(|term| self.is_true(term)),
            Expression::Comparison(comparison) => self.holds(comparison).unwrap_or(false),
        }
    }

    /// Whether a comparison holds; `None` where its value is null or no number.
    fn holds(&self, comparison: &Comparison) -> Option<bool> {
        match &comparison.expected {
            Expected::Number(expected) => {
                Some(comparison.operator.holds(self.number(comparison)?, *expected))
            }
            Expected::Verdict(expected) => {
                let is_equal = word(&self.row(comparison)?.verdict) == *expected;
                Some(is_equal == (comparison.operator == Operator::Equal))
            }
        }
    }

    fn number(&self, comparison: &Comparison) -> Option<f64> {
        match self.row(comparison) {
            Some(row) => comparison.field.number_of(row),
            None => comparison.field.count_of(self.report).map(|count| count as f64),
        }
    }

    fn seen(&self, comparison: &Comparison) -> String {
        let row = self.row(comparison);
        let subject = row.map_or_else(|| comparison.subject.to_string(), |row| subject_of(row).to_string());
        let value = match (row, comparison.field) {
            (Some(row), Field::Verdict) => format!("{:?}", word(&row.verdict)),
            _ => self.number(comparison).map_or_else(|| "null".to_owned(), |value| value.to_string()),
        };
        format!("{subject}.{} is {value}", comparison.field.name())
    }
}
