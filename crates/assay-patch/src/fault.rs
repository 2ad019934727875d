//! Why a patch is not applied: where, what, and what that means for the sample.

use std::fmt;

use assay_types::{FailCause, NoAnswerReason, Outcome, RefusedReason};

use crate::path::PathProblem;

/// Why a patch was not applied. Nothing of it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the patch names it. Untrusted text: escape it where it is shown.
    pub path: Option<String>,
    /// The hunk of that file, from 1.
    pub hunk: Option<usize>,
    /// The line of the patch, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a patch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is nothing but white space.
    #[error("the patch is empty")]
    Empty,
    /// There is text, but no file header in it.
    #[error(
        "there is no patch in it: no line begins with `diff --git`, and none with `---` is followed by one with `+++`"
    )]
    NoPatch,
    /// It is not written as a patch is.
    #[error("the patch is malformed: {0}")]
    Malformed(&'static str),
    /// It changes what is not there.
    #[error("the repository has no such file")]
    Absent,
    /// It makes what is there already.
    #[error("the file is there already")]
    Exists,
    /// A folder stands where a file should.
    #[error("a folder of that name is there")]
    IsFolder,
    /// A file stands where a folder should.
    #[error("{0:?} is a file, so nothing can be below it")]
    ParentIsFile(String),
    /// A link is patched as a file, or a file as a link.
    #[error("the file is of another kind (file or link) than the patch says")]
    OtherKind,
    /// The file has another mode than `old mode` or `deleted file mode` says.
    #[error("the file has mode {found}, not {said}")]
    OtherMode {
        /// As the patch says.
        said: &'static str,
        /// As it is.
        found: &'static str,
    },
    /// A line is another one than the hunk says.
    #[error(
        "line {line} of the file is not as the hunk says{hint}",
        hint = fits_at.map_or_else(String::new, |place| format!("; the hunk's lines stand once in the file, from line {place}"))
    )]
    Mismatch {
        /// The line of the file, from 1.
        line: usize,
        /// The first line of the one other place where the hunk's lines stand, if there is exactly one.
        fits_at: Option<usize>,
    },
    /// A hunk without context at its end is not at the end of the file.
    #[error("the hunk ends without context, but the file goes on: that place cannot be told from others")]
    NotAtEnd,
    /// A hunk's second number does not follow from its first and the hunks before.
    #[error("the hunk's header says that it begins at line {said} of the new file, but that is line {found}")]
    OtherStart {
        /// As the header says.
        said: usize,
        /// As it follows.
        found: usize,
    },
    /// A hunk begins before the end of the last one.
    #[error("the hunk begins before the one above it ends")]
    Overlap,
    /// A deleted file has more lines than the patch removes.
    #[error("the file is to be deleted, but lines would be left of it")]
    LeavesContent,
    /// Binary content is for, or comes to, another file than the index line says.
    #[error("the {0} is not the one that the index line names")]
    OtherContent(&'static str),
    /// A path that is not taken.
    #[error("this path is refused: {0}")]
    Path(PathProblem),
    /// A link that leads outside.
    #[error("this link is refused: {0}")]
    Link(&'static str),
    /// A file below a link.
    #[error("{0:?} is a link, and nothing is written through one")]
    ThroughLink(String),
    /// A submodule.
    #[error("submodules (mode 160000) are refused")]
    Submodule,
    /// Another mode than those of files and links.
    #[error("mode {0:?} is refused: only 100644, 100755 and 120000 are taken")]
    Mode(String),
    /// Two sections write or remove one path.
    #[error("the patch changes this path twice")]
    Twice,
    /// A binary file without its content.
    #[error("a binary file is named without its content (git diff --binary gives it)")]
    BinaryOmitted,
    /// A program that git runs on files.
    #[error("a .gitattributes file that names filters is refused: git would run them")]
    Attributes,
    /// It is beyond a limit.
    #[error("the patch is beyond a limit: {0}")]
    TooLarge(&'static str),
    /// The tree cannot be read: nothing that the patch is to blame for.
    #[error("the repository cannot be read: {0}")]
    Tree(String),
}

impl Problem {
    /// What becomes of the sample that is this patch.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let refused = |reason| Outcome::Refused { reason };
        match self {
            Self::Empty => Outcome::NoAnswer { reason: NoAnswerReason::Empty },
            Self::NoPatch => Outcome::NoAnswer { reason: NoAnswerReason::Extraction },
            Self::Malformed(_)
            | Self::Absent
            | Self::Exists
            | Self::IsFolder
            | Self::ParentIsFile(_)
            | Self::OtherKind
            | Self::OtherMode { .. }
            | Self::Mismatch { .. }
            | Self::NotAtEnd
            | Self::OtherStart { .. }
            | Self::Overlap
            | Self::LeavesContent
            | Self::OtherContent(_) => Outcome::Fail { cause: FailCause::DoesNotApply },
            Self::Path(_) => refused(RefusedReason::ForbiddenPath),
            Self::Link(_) | Self::ThroughLink(_) => refused(RefusedReason::ForbiddenLink),
            Self::Submodule | Self::Mode(_) => refused(RefusedReason::ForbiddenMode),
            Self::Twice => refused(RefusedReason::DuplicatePath),
            Self::BinaryOmitted => refused(RefusedReason::MissingContent),
            Self::Attributes => refused(RefusedReason::ForbiddenAttribute),
            Self::TooLarge(_) => refused(RefusedReason::TooLarge),
            Self::Tree(_) => Outcome::Infrastructure,
        }
    }
}

impl Fault {
    /// A fault of the patch as a whole.
    pub(crate) fn of(problem: Problem) -> Self {
        Self { path: None, hunk: None, line: None, problem }
    }

    /// A fault at a line of the patch, from 1.
    pub(crate) fn at(line: usize, problem: Problem) -> Self {
        Self { path: None, hunk: None, line: Some(line), problem }
    }

    /// The same, of a file.
    pub(crate) fn in_file(mut self, path: &str) -> Self {
        self.path.get_or_insert_with(|| path.to_owned());
        self
    }

    /// The same, of a hunk, from 1.
    pub(crate) fn in_hunk(mut self, hunk: usize) -> Self {
        self.hunk = Some(hunk);
        self
    }

    /// What becomes of the sample that is this patch.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.problem.outcome()
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.as_ref().map(|path| format!("{path:?}"));
        let hunk = self.hunk.map(|hunk| format!("hunk {hunk}"));
        let line = self.line.map(|line| format!("line {line} of the patch"));
        let place: Vec<String> = [path, hunk, line].into_iter().flatten().collect();
        if !place.is_empty() {
            write!(formatter, "{}: ", place.join(", "))?;
        }
        self.problem.fmt(formatter)
    }
}
