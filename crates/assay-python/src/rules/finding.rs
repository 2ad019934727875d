//! What rules say of a module.

/// One place that a rule flags.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 0, in bytes of UTF-8.
    pub column: usize,
    /// The check that it counts for, by its name in reports.
    pub check: &'static str,
    /// The rule's own name.
    pub rule: &'static str,
    /// Pylint's id of the same message, where it has one.
    pub pylint: Option<&'static str>,
    /// What is wrong there.
    pub message: String,
}

/// What all rules together say of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It parses; this is what rules flag, by place.
    Judged {
        /// What is flagged.
        findings: Vec<Finding>,
        /// What cannot be told, since it depends on a module that is not in the standard library.
        undecided: Vec<Finding>,
    },
    /// It does not parse: a syntax error, and nothing else is known of it.
    DoesNotParse(Finding),
    /// It is beyond the limits of the analysis, which says nothing of it.
    AnalysisFailed(&'static str),
}

/// What one check says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Something is flagged.
    Flagged,
    /// It was judged, and nothing is flagged.
    Clean,
    /// Nothing is flagged for certain, something may be.
    Undecided,
    /// It does not parse, so this check cannot judge it.
    NotJudged,
    /// It is beyond the limits of the analysis.
    AnalysisFailed,
}

impl Judgement {
    /// Whether the text parses, and was judged.
    #[must_use]
    pub fn parses(&self) -> bool {
        matches!(self, Self::Judged { .. })
    }

    /// What a check says, by its name in reports.
    #[must_use]
    pub fn verdict(&self, check: &str) -> Verdict {
        match self {
            Self::Judged { findings, .. } if findings.iter().any(|finding| finding.check == check) => {
                Verdict::Flagged
            }
            Self::Judged { undecided, .. } if undecided.iter().any(|finding| finding.check == check) => {
                Verdict::Undecided
            }
            Self::Judged { .. } => Verdict::Clean,
            Self::DoesNotParse(finding) if finding.check == check => Verdict::Flagged,
            Self::DoesNotParse(_) => Verdict::NotJudged,
            Self::AnalysisFailed(_) => Verdict::AnalysisFailed,
        }
    }
}
