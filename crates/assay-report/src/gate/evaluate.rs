//! A gate held against a report.

use std::collections::BTreeSet;

use assay_analyse::{Aspect, Verdict};

use super::fields::{Field, aspect, is_reserved, report_subjects};
use super::tokens::is_name;
use super::{Clause, Comparison, Expected, Expression, GateError, Operator, Subject};
use crate::words::word;
use crate::{AnyRow, Report};

/// The most subjects that an error lists.
const LONGEST_LIST: usize = 50;

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

/// A comparison, and the row that it is about: none for a count of the report, or where its subject stands for several.
type Resolved<'a> = (&'a Comparison, Option<AnyRow<'a>>);

/// A clause held against each row that its subject of several rows stands for, or once.
fn held(clause: &Clause, report: &Report) -> Result<ClauseResult, GateError> {
    let mut comparisons = Vec::new();
    clause.expression.collect(&mut comparisons);
    let mut resolved: Vec<Resolved> = Vec::with_capacity(comparisons.len());
    let mut several: Option<(&Subject, Vec<AnyRow>)> = None;
    for comparison in comparisons {
        let subject = &comparison.subject;
        let is_known = several.as_ref().is_some_and(|(former, _)| *former == subject);
        if is_known || !comparison.is_about_rows() {
            resolved.push((comparison, None));
            continue;
        }
        let rows = rows(subject, report).map_err(|problem| clause.place.error(comparison.column, problem))?;
        match (&several, rows.as_slice()) {
            (_, [row]) => resolved.push((comparison, Some(*row))),
            (Some((former, _)), _) => {
                let problem = format!(
                    "{former} and {subject} both stand for several rows here: make two clauses of this one"
                );
                return Err(clause.place.error(comparison.column, problem));
            }
            (None, _) => {
                resolved.push((comparison, None));
                several = Some((subject, rows));
            }
        }
    }
    for (comparison, row) in resolved.iter().filter(|(comparison, _)| comparison.is_about_rows()) {
        let rows = several.as_ref().map_or(&[][..], |(_, rows)| rows.as_slice());
        let mut asked = row.iter().chain(if row.is_some() { &[] } else { rows });
        if let Some(problem) = asked.find_map(|row| comparison.problem_with(*row)) {
            return Err(clause.place.error(comparison.column, problem));
        }
    }
    let look = |bound| Held { clause, report, resolved: &resolved, bound }.look();
    let looks = match several {
        None => vec![look(None)],
        Some((_, rows)) => rows.into_iter().map(|row| look(Some(row))).collect(),
    };
    let place = clause.place.clone();
    Ok(ClauseResult { source: place.source, line: place.line, text: clause.text.clone(), looks })
}

/// The rows that a subject stands for; at least one.
fn rows<'a>(subject: &Subject, report: &'a Report) -> Result<Vec<AnyRow<'a>>, String> {
    let name = subject.name.as_str();
    let rows = || report.rows.iter();
    let found: Vec<AnyRow> = match &subject.part {
        Some(part) => {
            let is_meant = |row: &AnyRow| row.check() == name && row.category() == Some(part);
            rows().chain(report.breakdown.iter().map(AnyRow::Rate)).filter(is_meant).collect()
        }
        None if name == "all" && !subject.is_quoted => rows().collect(),
        None => match subject.aspect() {
            Some(aspect) => rows().filter(|row| row.aspect() == aspect).collect(),
            None => rows().filter(|row| row.check() == name).collect(),
        },
    };
    if found.is_empty() {
        Err(format!("the report has no {subject}: it has {}", what_there_is(report)))
    } else {
        Ok(found)
    }
}

/// The subjects that a report has, as a gate writes them.
fn what_there_is(report: &Report) -> String {
    if report.rows.is_empty() {
        return format!("no row at all; {}", report_subjects().join(", "));
    }
    let aspects: BTreeSet<Aspect> = report.rows.iter().map(AnyRow::aspect).collect();
    let rows = report.rows.iter().chain(report.breakdown.iter().map(AnyRow::Rate));
    let rows = rows.map(|row| subject_of(row).to_string());
    let mut seen = BTreeSet::new();
    let mut names: Vec<String> = std::iter::once("all".to_owned())
        .chain(aspects.iter().map(word))
        .chain(rows)
        .chain(report_subjects().into_iter().map(str::to_owned))
        .filter(|name| seen.insert(name.clone()))
        .collect();
    let more = names.len().saturating_sub(LONGEST_LIST);
    names.truncate(LONGEST_LIST);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &rest
}

/// A row as a gate writes it.
fn subject_of(row: AnyRow) -> Subject {
    let check = row.check();
    let is_quoted = !is_name(check) || is_reserved(check);
    Subject { name: check.to_owned(), is_quoted, part: row.category().map(str::to_owned) }
}

impl Expression {
    fn collect<'a>(&'a self, into: &mut Vec<&'a Comparison>) {
        match self {
            Self::Either(terms) | Self::Both(terms) => terms.iter().for_each(|term| term.collect(into)),
            Self::Comparison(comparison) => into.push(comparison),
        }
    }

    /// Whether it is true, where its comparisons are so in the order of `collect`; each of them is taken.
    fn is_true(&self, truths: &mut dyn Iterator<Item = bool>) -> bool {
        match self {
            Self::Either(terms) => terms.iter().filter(|term| term.is_true(truths)).count() > 0,
            Self::Both(terms) => terms.iter().filter(|term| term.is_true(truths)).count() == terms.len(),
            Self::Comparison(_) => truths.next().unwrap_or(false),
        }
    }
}

impl Comparison {
    fn is_about_rows(&self) -> bool {
        !matches!(self.field, Field::Count(_))
    }

    /// What is wrong with asking it of a row, if anything is.
    fn problem_with(&self, row: AnyRow) -> Option<String> {
        let named = subject_of(row).to_string();
        let problem = self.field.problem_with(row, &named)?;
        let subject = self.subject.to_string();
        if subject == named {
            return Some(problem);
        }
        Some(format!(
            "{subject} stands for {named} too: name the aspects or checks that are meant; {problem}"
        ))
    }

    fn names_inconclusive(&self) -> bool {
        self.expected == Expected::Verdict(Verdict::Inconclusive)
    }
}

impl Subject {
    /// The aspect that it names, if it does.
    fn aspect(&self) -> Option<Aspect> {
        if self.is_quoted { None } else { aspect(&self.name) }
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
    /// The clause's comparisons, in its order.
    resolved: &'a [Resolved<'a>],
    /// What a comparison about several rows is about.
    bound: Option<AnyRow<'a>>,
}

impl<'a> Held<'a> {
    fn look(&self) -> Look {
        let mut truths = self.comparisons().map(|(comparison, row)| self.holds(comparison, row));
        let is_true = self.clause.expression.is_true(&mut truths);
        let mut look = Look { is_true, seen: Vec::new(), not_accepted: Vec::new() };
        for (comparison, row) in self.comparisons() {
            let seen = self.seen(comparison, row);
            if !look.seen.contains(&seen) {
                look.seen.push(seen);
            }
            let Some(row) = row.filter(|row| row.verdict() == Verdict::Inconclusive) else { continue };
            let name = subject_of(row).to_string();
            if !self.accepts(row) && !look.not_accepted.contains(&name) {
                look.not_accepted.push(name);
            }
        }
        look
    }

    /// The clause's comparisons with their rows, in its order.
    fn comparisons(&self) -> impl Iterator<Item = Resolved<'a>> {
        let bound = self.bound;
        self.resolved.iter().map(move |(comparison, row)| {
            (*comparison, row.or_else(|| bound.filter(|_| comparison.is_about_rows())))
        })
    }

    /// Whether the clause says what it makes of an inconclusive row.
    fn accepts(&self, row: AnyRow) -> bool {
        let names = |(comparison, named): Resolved| {
            comparison.names_inconclusive() && named.is_some_and(|named| named.is(row))
        };
        self.clause.accepts_inconclusive || self.comparisons().any(names)
    }

    /// Whether a comparison holds; never where its value is null or no number.
    fn holds(&self, comparison: &Comparison, row: Option<AnyRow>) -> bool {
        match comparison.expected {
            Expected::Number(expected) => {
                self.number(comparison, row).is_some_and(|value| comparison.operator.holds(value, expected))
            }
            Expected::Verdict(expected) => {
                row.is_some_and(|row| (row.verdict() == expected) == (comparison.operator == Operator::Equal))
            }
        }
    }

    fn number(&self, comparison: &Comparison, row: Option<AnyRow>) -> Option<f64> {
        match row {
            Some(row) => comparison.field.number_of(row),
            None => comparison.field.count_of(self.report).map(|count| count as f64),
        }
    }

    fn seen(&self, comparison: &Comparison, row: Option<AnyRow>) -> String {
        let subject = row.map_or_else(|| comparison.subject.to_string(), |row| subject_of(row).to_string());
        let value = match (row, comparison.field) {
            (Some(row), Field::Verdict) => format!("{:?}", word(&row.verdict())),
            _ => self.number(comparison, row).map_or_else(|| "null".to_owned(), |value| value.to_string()),
        };
        format!("{subject}.{} is {value}", comparison.field.name())
    }
}
