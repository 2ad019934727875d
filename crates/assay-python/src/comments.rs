//! Comments that say the same again: `ReCatcher`'s comment duplication.
//!
//! Every two comments that have a line to themselves are compared as `difflib.SequenceMatcher(None, a, b).ratio()` of
//! `CPython` 3.11 compares them, the earlier one first ([`ratio()`]). What is compared is the text from its `#` on, without
//! blanks at its end.
//!
//! Whose reading says when they are too many:
//!
//! | reading | comments | makes a duplication |
//! |---|---|---|
//! | default | tokens of the module | four pairs that are alike, whichever they are |
//! | paper | the same: the paper names PMD-CPD for comments, too, but no threshold, and comments are no tokens of CPD's | the same |
//! | authors' code | lines that start with `#`, in strings, too | a text that takes part four times in pairs that are alike: twice in a pair with a comment of the same text. So three equal comments are enough, and four pairs of which each is another are not |

mod ratio;

use std::collections::HashMap;

use ruff_python_ast::token::TokenKind;
use ruff_text_size::Ranged;

pub use ratio::ratio;
use ratio::{CLASSES, Matcher, Sequence};

use crate::text::{is_blank, line_ends, stripped_lines};
use crate::{Module, Reading};

/// From where on two comments are alike, and how many pairs make a finding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Least ratio of two comments that are alike, from 0 to 1.
    pub ratio: f64,
    /// Fewest such pairs that make a duplication; by the authors' code, fewest times that one text takes part in some.
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
    let comments = whole_lines(module);
    let enough = thresholds.pairs.max(PAIRS);
    let mut pairs = Vec::new();
    each_alike(&comments, thresholds.ratio, |first, second, ratio| {
        pairs.push(pair(&comments, first, second, ratio));
        pairs.len() >= enough
    })?;
    pairs.sort_by_key(|pair| (pair.first_line, pair.second_line));
    Ok(if pairs.len() < thresholds.pairs { Vec::new() } else { pairs })
}

/// The pairs of a module that make a duplication by somebody's reading; by the authors' code those of the first text that
/// takes part in as many as the threshold says.
pub fn duplicated_by(
    reading: Reading,
    module: &Module,
    thresholds: Thresholds,
) -> Result<Vec<Pair>, BeyondLimits> {
    match reading {
        Reading::Default | Reading::Paper => duplicated(module, thresholds),
        Reading::AuthorsCode => of_one_text(module.source(), thresholds),
    }
}

/// The reading of the authors' code.
fn of_one_text(source: &str, thresholds: Thresholds) -> Result<Vec<Pair>, BeyondLimits> {
    let lines = (1..).zip(stripped_lines(source));
    let comments: Vec<(usize, &str)> = lines.filter(|(_, line)| line.starts_with('#')).collect();
    let mut of_text: HashMap<&str, (usize, Vec<Pair>)> = HashMap::new();
    let mut found = Vec::new();
    each_alike(&comments, thresholds.ratio, |first, second, ratio| {
        for place in [first, second] {
            let (times, pairs) = of_text.entry(comments[place].1).or_default();
            *times += 1;
            if place == first || comments[first].1 != comments[second].1 {
                pairs.push(pair(&comments, first, second, ratio));
            }
            if *times >= thresholds.pairs {
                found.clone_from(pairs);
                return true;
            }
        }
        false
    })?;
    found.sort_by_key(|pair| (pair.first_line, pair.second_line));
    Ok(found)
}

fn pair(comments: &[(usize, &str)], first: usize, second: usize, ratio: f64) -> Pair {
    Pair { first_line: comments[first].0, second_line: comments[second].0, ratio }
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

/// Calls for every two comments that are alike, with their places and ratio, until it says that it has seen enough.
fn each_alike(
    comments: &[(usize, &str)],
    least: f64,
    mut has_enough: impl FnMut(usize, usize, f64) -> bool,
) -> Result<(), BeyondLimits> {
    let sequences: Vec<Sequence> = comments.iter().map(|(_, text)| Sequence::of(text)).collect();
    let mut work = WORK;
    for (place, second) in sequences.iter().enumerate() {
        // What is prepared of the second is used for all firsts.
        let mut matcher = None;
        for (earlier, first) in sequences[..place].iter().enumerate() {
            work = work.checked_sub(CLASSES as u64).ok_or(BeyondLimits)?;
            if first.at_most(second) < least {
                continue;
            }
            let ratio = matcher
                .get_or_insert_with(|| Matcher::new(second))
                .ratio(first, &mut work)
                .ok_or(BeyondLimits)?;
            if ratio >= least && has_enough(earlier, place, ratio) {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
