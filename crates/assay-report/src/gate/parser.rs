//! A gate from its text, by recursive descent.

use super::fields::{Field, VERDICTS, report_subjects};
use super::tokens::{Placed, Token, tokens};
use super::{Clause, Comparison, Expected, Expression, GATE_BYTES, GateError, Operator, Place, Subject};
use crate::words;

/// The deepest nesting of parentheses.
const DEPTH: usize = 32;

/// The clauses of a text.
pub(super) fn gate(source: &str, text: &str) -> Result<Vec<Clause>, GateError> {
    let place = |line| Place { source: source.to_owned(), line };
    if text.len() > GATE_BYTES {
        return Err(place(1).error(1, format!("a gate has at most {GATE_BYTES} bytes")));
    }
    let mut clauses = Vec::new();
    for (number, line) in text.lines().enumerate() {
        clauses.extend(clause(place(number + 1), line)?);
    }
    if clauses.is_empty() {
        return Err(place(1).error(1, "there is no clause here: such a gate would let everything through"));
    }
    Ok(clauses)
}

/// The clause of a line, if it has one.
fn clause(place: Place, line: &str) -> Result<Option<Clause>, GateError> {
    let (tokens, length) = tokens(&place, line)?;
    if tokens.is_empty() {
        return Ok(None);
    }
    let text = line.chars().take(length).collect::<String>().trim().to_owned();
    let mut parser = Parser { place: &place, tokens: &tokens, at: 0, end: length + 1 };
    let expression = parser.either(0)?;
    let accepts_inconclusive = parser.takes_word("accepting");
    if accepts_inconclusive && !parser.takes_word("inconclusive") {
        return Err(parser.error("after accepting comes inconclusive: there is nothing else to accept"));
    }
    if parser.at < tokens.len() {
        return Err(parser.error("the clause has ended here: and, or, or accepting inconclusive can follow"));
    }
    Ok(Some(Clause { place, text, expression, accepts_inconclusive }))
}

struct Parser<'a> {
    place: &'a Place,
    tokens: &'a [Placed],
    at: usize,
    /// The column after the last character.
    end: usize,
}

impl Parser<'_> {
    fn error(&self, problem: impl Into<String>) -> GateError {
        self.place.error(self.column(), problem)
    }

    fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    fn next(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn takes(&mut self, wanted: &Token) -> bool {
        let is_there = self.next() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.takes(&Token::Name(word.to_owned()))
    }

    fn either(&mut self, depth: usize) -> Result<Expression, GateError> {
        let mut terms = vec![self.both(depth)?];
        while self.takes_word("or") {
            terms.push(self.both(depth)?);
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Expression::Either(terms) })
    }

    fn both(&mut self, depth: usize) -> Result<Expression, GateError> {
        let mut terms = vec![self.term(depth)?];
        while self.takes_word("and") {
            terms.push(self.term(depth)?);
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Expression::Both(terms) })
    }

    fn term(&mut self, depth: usize) -> Result<Expression, GateError> {
        if self.next() != Some(&Token::Sign('(')) {
            return self.comparison().map(Expression::Comparison);
        }
        if depth == DEPTH {
            return Err(self.error(format!("parentheses are at most {DEPTH} deep")));
        }
        self.at += 1;
        let inner = self.either(depth + 1)?;
        if self.takes(&Token::Sign(')')) { Ok(inner) } else { Err(self.error("a ) is missing here")) }
    }

    fn comparison(&mut self) -> Result<Comparison, GateError> {
        let column = self.column();
        let subject = self.subject()?;
        let field = self.field(&subject, column)?;
        let Some(Token::Operator(operator)) = self.next().cloned() else {
            return Err(self.error("an operator is missing here: == != < <= > >="));
        };
        self.at += 1;
        let expected = self.expected(field, operator)?;
        Ok(Comparison { column, subject, field, operator, expected })
    }

    fn subject(&mut self) -> Result<Subject, GateError> {
        let (name, is_quoted) = match self.next() {
            Some(Token::Name(name)) => (name.clone(), false),
            Some(Token::Text(text)) => (text.clone(), true),
            _ => {
                return Err(self.error(
                    "what the comparison is about is missing here, such as all.verdict or tasks_lost.count",
                ));
            }
        };
        self.at += 1;
        let part = if self.takes(&Token::Sign('[')) { Some(self.part()?) } else { None };
        Ok(Subject { name, is_quoted, part })
    }

    /// What stands in brackets, and the closing one.
    fn part(&mut self) -> Result<String, GateError> {
        let Some(Token::Text(part)) = self.next().cloned() else {
            return Err(
                self.error("a part in quotation marks is missing here, such as [\"difficulty: hard\"]")
            );
        };
        self.at += 1;
        if self.takes(&Token::Sign(']')) { Ok(part) } else { Err(self.error("a ] is missing here")) }
    }

    fn field(&mut self, subject: &Subject, column: usize) -> Result<Field, GateError> {
        let mut names: Vec<&str> = Vec::new();
        let begin = self.at + 1;
        while self.takes(&Token::Sign('.')) {
            let tokens = self.tokens;
            let Some((_, Token::Name(name))) = tokens.get(self.at) else {
                return Err(self.error("a field is missing here, such as .verdict"));
            };
            names.push(name);
            self.at += 1;
        }
        if names.is_empty() {
            let example = report_subjects().contains(&subject.name.as_str());
            let example = if example { ".count" } else { ".verdict" };
            return Err(self.error(format!("a field is missing after {subject}, such as {example}")));
        }
        let name = names.join(".");
        let of_report = if subject.is_quoted { None } else { Field::of_report(&subject.name, &name) };
        let place = self.tokens.get(begin).map_or(column, |(column, _)| *column);
        match of_report {
            Some(_) if subject.part.is_some() => {
                Err(self.place.error(column, format!("{} has no parts: only checks have", subject.name)))
            }
            Some(field) => field.map_err(|problem| self.place.error(place, problem)),
            None => Field::of_row(&name).map_err(|problem| self.place.error(place, problem)),
        }
    }

    /// What a field is compared with. A verdict has no order.
    fn expected(&mut self, field: Field, operator: Operator) -> Result<Expected, GateError> {
        let expected = match (field, self.next()) {
            (Field::Verdict, Some(Token::Text(word))) => {
                let named = VERDICTS.into_iter().find(|verdict| words::word(verdict) == *word);
                Expected::Verdict(named.ok_or_else(|| {
                    let known = VERDICTS.map(|verdict| format!("{:?}", words::word(&verdict))).join(", ");
                    self.error(format!("there is no verdict {word:?}: there are {known}"))
                })?)
            }
            (Field::Verdict, _) => {
                return Err(
                    self.error("a verdict in quotation marks is missing here, such as \"regression\"")
                );
            }
            (_, Some(Token::Number(value))) => Expected::Number(*value),
            (_, _) => return Err(self.error(format!("{} is compared with a number", field.name()))),
        };
        if field == Field::Verdict && !matches!(operator, Operator::Equal | Operator::Unequal) {
            return Err(self.error("verdicts have no order: compare them by == or !="));
        }
        self.at += 1;
        Ok(expected)
    }
}
