//! Comments that say the same again: `ReCatcher`'s comment duplication.
//!
//! Every two comments that have a line to themselves are compared as `difflib.SequenceMatcher(None, a, b).ratio()` of
//! `CPython` 3.11 compares them, the earlier one first ([`ratio()`]). What is compared is the text from its `#` on, without
//! blanks at its end.

mod ratio;

use ruff_python_ast::token::TokenKind;
use ruff_text_size::Ranged;

pub use ratio::ratio;
use ratio::{CLASSES, Matcher, Sequence};

use crate::Module;
use crate::text::{is_blank, line_ends};

/// From where on two comments are alike, and how many pairs make a finding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Least ratio of two comments that are alike, from 0 to 1.
    pub ratio: f64,
    /// Fewest such pairs that make a duplication.
    pub pairs: usize,
}

impl Default for Thresholds {
    /// Those of `ReCatcher`'s code (commit e620429): a ratio of 0.9, four pairs.
    fn default() -> Self {
        Self { ratio: 0.9, pairs: 4 }
    }
}

/// Two comments that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Line of the earlier, from 1.
    pub first_line: usize,
    /// Line of the later.
    pub second_line: usize,
    /// Their ratio.
    pub ratio: f64,
}

/// The search for pairs went over its limit: nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are too many or too long comments to compare them all")]
pub struct BeyondLimits;

/// Comparisons of characters after which the search is given up.
const WORK: u64 = 1 << 28;
/// Pairs after which the search ends: more say nothing more.
const PAIRS: usize = 1_000;

/// The pairs of a module that make a duplication: none where there are fewer than the threshold says. In the order of
/// their lines; the search ends at the thousandth pair, or at the threshold where that is higher.
pub fn duplicated(module: &Module, thresholds: Thresholds) -> Result<Vec<Pair>, BeyondLimits> {
    let pairs = alike(&whole_lines(module), thresholds)?;
    Ok(if pairs.len() < thresholds.pairs { Vec::new() } else { pairs })
}

/// Comments that have a line to themselves: line and text.
fn whole_lines(module: &Module) -> Vec<(usize, &str)> {
    let source = module.source();
    let (mut line, mut counted) = (1, 0);
    let mut found = Vec::new();
    for token in module.parsed().tokens() {
        if token.kind() != TokenKind::Comment {
            continue;
        }
        let start = token.start().to_usize();
        line += line_ends(&source[counted..start]);
        counted = start;
        let before = source[..start].rsplit(['\n', '\r']).next().unwrap_or_default();
        if before.chars().all(|character| is_blank(character) || character == '\u{feff}') {
            found.push((line, source[token.range()].trim_end_matches(is_blank)));
        }
    }
    found
}

/// Every two comments that are alike.
fn alike(comments: &[(usize, &str)], thresholds: Thresholds) -> Result<Vec<Pair>, BeyondLimits> {
    let enough = thresholds.pairs.max(PAIRS);
    let sequences: Vec<Sequence> = comments.iter().map(|(_, text)| Sequence::of(text)).collect();
    let mut work = WORK;
    let mut pairs = Vec::new();
    for (place, second) in sequences.iter().enumerate() {
        // What is prepared of the second is used for all firsts.
        let mut matcher = None;
        for (first, (first_line, _)) in sequences[..place].iter().zip(comments) {
            if pairs.len() >= enough {
                break;
            }
            work = work.checked_sub(CLASSES as u64).ok_or(BeyondLimits)?;
            if first.at_most(second) < thresholds.ratio {
                continue;
            }
            let ratio = matcher
                .get_or_insert_with(|| Matcher::new(second))
                .ratio(first, &mut work)
                .ok_or(BeyondLimits)?;
            if ratio >= thresholds.ratio {
                pairs.push(Pair { first_line: *first_line, second_line: comments[place].0, ratio });
            }
        }
    }
    pairs.sort_by_key(|pair| (pair.first_line, pair.second_line));
    Ok(pairs)
}

#[cfg(test)]
mod tests;
