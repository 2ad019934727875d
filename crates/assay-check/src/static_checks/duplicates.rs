//! Code and comments that say the same again, as checks.

use assay_python::Reading;
use assay_python::comments::{BeyondLimits, Pair, Thresholds};
use assay_python::duplicates::{Duplicate, NotSearched, Place};

use super::copied::CopiedLines;
use super::finding::{Flag, StaticFinding};
use super::{CODE_DUPLICATION, COMMENT_DUPLICATION};

/// A check's word on a text, and what it flags.
pub(super) type Judged = (Flag, Vec<StaticFinding>);

/// Runs of equal tokens, of which the model wrote at least one.
pub(super) fn of_code(found: &Result<Vec<Duplicate>, NotSearched>, copied: &CopiedLines<'_>) -> Judged {
    let found = match found {
        Ok(found) => found,
        // CPD's grammar is that of Python 2.7: what it cannot split is out of its reach.
        Err(NotSearched::Lexical { .. }) => return (Flag::NotJudged, Vec::new()),
        Err(NotSearched::BeyondLimits(_)) => return (Flag::AnalysisFailed, Vec::new()),
    };
    let own = |place: &Place| !copied.all(place.first_line..=place.last_line);
    judged(found.iter().filter(|duplicate| duplicate.places.iter().any(own)).filter_map(|duplicate| {
        let (first, others) = duplicate.places.split_first()?;
        let others: Vec<String> = others.iter().map(lines).collect();
        Some(StaticFinding {
            check: CODE_DUPLICATION.into(),
            rule: "duplicated_tokens".into(),
            pylint: None,
            line: first.first_line,
            column: None,
            message: format!(
                "{} tokens of {} again at {}",
                duplicate.tokens,
                lines(first),
                others.join(", ")
            ),
        })
    }))
}

fn lines(place: &Place) -> String {
    if place.first_line == place.last_line {
        format!("line {}", place.first_line)
    } else {
        format!("lines {} to {}", place.first_line, place.last_line)
    }
}

/// Pairs of comments that are alike, of which the model wrote at least one; no finding where there are too few of them.
pub(super) fn of_comments(
    pairs: &Result<Vec<Pair>, BeyondLimits>,
    (reading, thresholds): (Reading, Thresholds),
    copied: &CopiedLines<'_>,
) -> Judged {
    let Ok(pairs) = pairs else {
        return (Flag::AnalysisFailed, Vec::new());
    };
    let own = |line: usize| !copied.all(line..=line);
    let pairs: Vec<_> = pairs.iter().filter(|pair| own(pair.first_line) || own(pair.second_line)).collect();
    // By the authors' code it is a text's part in pairs that counts, which is decided already.
    if reading != Reading::AuthorsCode && pairs.len() < thresholds.pairs {
        return (Flag::Clean, Vec::new());
    }
    judged(pairs.into_iter().map(|pair| StaticFinding {
        check: COMMENT_DUPLICATION.into(),
        rule: "alike_comments".into(),
        pylint: None,
        line: pair.second_line,
        column: None,
        message: format!("this comment is like that of line {} (ratio {:.2})", pair.first_line, pair.ratio),
    }))
}

fn judged(findings: impl Iterator<Item = StaticFinding>) -> Judged {
    let findings: Vec<StaticFinding> = findings.collect();
    (if findings.is_empty() { Flag::Clean } else { Flag::Flagged }, findings)
}
