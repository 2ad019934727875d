//! Why the program ends without its result, and the exit code for it (DESIGN.md, "Command line").

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use assay_admit::AdmitError;
use assay_benchmark::BenchmarkError;
use assay_environment::EnvironmentError;
use assay_generate::AskError;
use assay_grade::{GradeError, ReadGradesError};
use assay_judge::JudgeError;
use assay_mine::MineError;
use assay_report::{FormatError, GateError, ReadError};
use assay_run::{RunError, ShowError};
use assay_store::StoreError;

/// Why the program ends without its result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Input(#[from] BenchmarkError),
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Show(ShowError),
    #[error(transparent)]
    Judge(JudgeError),
    #[error("interrupted; what was answered so far is stored, and the same command goes on from there")]
    Stopped,
    #[error("{0}")]
    Usage(String),
    #[error("{path}{line}: {source}", path = path.display(), line = line_of(source))]
    Report { path: PathBuf, source: ReadError },
    #[error(transparent)]
    Mine(#[from] MineError),
    #[error(transparent)]
    Admit(#[from] AdmitError),
    #[error(transparent)]
    Grade(#[from] GradeError),
    #[error(transparent)]
    Grades(#[from] ReadGradesError),
    #[error(transparent)]
    Gate(#[from] GateError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(
        "cannot write {path}: {source}\n  what was judged is stored: see that there is room and that it may be written, and the same command goes on",
        path = path.display()
    )]
    Write { path: PathBuf, source: io::Error },
}

/// A run that failed while a sample was looked at failed as any other.
impl From<ShowError> for Failure {
    fn from(error: ShowError) -> Self {
        match error {
            ShowError::Run(error) => Self::Run(error),
            other => Self::Show(other),
        }
    }
}

/// A judge that cannot be asked is a model that cannot.
impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Ask(error) => Self::Run(error.into()),
            other => Self::Judge(other),
        }
    }
}

fn line_of(error: &ReadError) -> String {
    error.line().map_or_else(String::new, |line| format!(":{line}"))
}

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Run(RunError::Interrupted)
            | Self::Stopped
            | Self::Admit(AdmitError::Stopped)
            | Self::Grade(GradeError::Interrupted) => 130,
            Self::Run(
                RunError::Store(_)
                | RunError::Ask(AskError::Store(_))
                | RunError::Environment(EnvironmentError::Build { .. }),
            )
            | Self::Store(_)
            | Self::Grade(GradeError::Store(_))
            | Self::Input(BenchmarkError::Write { .. })
            | Self::Environment(EnvironmentError::Build { .. })
            | Self::Admit(
                AdmitError::Storage { .. }
                | AdmitError::Packages { .. }
                | AdmitError::Benchmark(BenchmarkError::Write { .. })
                | AdmitError::Environment(EnvironmentError::Build { .. }),
            )
            | Self::Write { .. }
            | Self::Format(_) => 4,
            Self::Run(
                RunError::Sandbox(_)
                | RunError::WeakSandbox { .. }
                | RunError::Environment(_)
                | RunError::Reference { .. }
                | RunError::Tool(_)
                | RunError::Measuring(_)
                | RunError::Calibration(_)
                | RunError::ModelStopped { .. }
                | RunError::ThreadLost,
            )
            | Self::Environment(_)
            | Self::Grade(GradeError::Oracle { .. } | GradeError::Machine { .. })
            | Self::Admit(AdmitError::Environment(_) | AdmitError::Lock(_) | AdmitError::Sandbox(_)) => 3,
            Self::Run(
                RunError::Input(_) | RunError::Plugin(_) | RunError::Ask(_) | RunError::NoTask { .. },
            )
            | Self::Input(_)
            | Self::Usage(_)
            | Self::Grade(GradeError::Task { .. } | GradeError::Files(_))
            | Self::Grades(_)
            | Self::Mine(_)
            | Self::Admit(
                AdmitError::Candidates { .. }
                | AdmitError::Repository(_)
                | AdmitError::NoTask { .. }
                | AdmitError::Benchmark(_),
            )
            | Self::Gate(_)
            | Self::Show(_)
            | Self::Judge(_)
            | Self::Report { .. } => 2,
        })
    }
}
