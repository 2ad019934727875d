//! All predictions of a model: task by task, what was found before reused, what is found kept at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use assay_benchmark::BenchmarkError;
use assay_benchmark::maintenance::{MaintenanceBenchmark, RepositoryTask};
use assay_oracle::Oracle;
use assay_patch::Fault;
use assay_store::{Store, StoreError};
use assay_types::{LostSample, RefusedSample, Sample, SampleSet, TaskId};

use crate::document::TaskWithoutGrades;
use crate::grade::{Grade, GradeSettings};
use crate::of_task::{OfTask, Shared};

/// Why an oracle cannot be had: a fault of the machine.
pub type OracleError = Box<dyn std::error::Error + Send + Sync>;

/// An oracle for one task.
pub struct OpenedOracle {
    /// What runs its tests.
    pub oracle: Arc<dyn Oracle>,
    /// The digest of the environment that they run in. Where it is not the task's own, people are told.
    pub environment: String,
}

/// Where oracles come from.
pub trait Oracles: Sync {
    /// An oracle that runs tests in a task's environment, as far as this machine can have it.
    fn open(&self, task: &RepositoryTask) -> Result<OpenedOracle, OracleError>;

    /// All of it that could change a result: its version, and the isolation controls in force.
    fn version(&self) -> String;
}

/// What people are told on the way.
pub trait GradeProgress: Sync {
    /// So many of all predictions are graded.
    fn graded(&self, done: usize, all: usize);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct NoProgress;

impl GradeProgress for NoProgress {
    fn graded(&self, _: usize, _: usize) {}
}

/// Why grading ends without a result.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// What was found cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A task's files cannot be read any more.
    #[error(transparent)]
    Files(#[from] BenchmarkError),
    /// A task's tests cannot be run here.
    #[error("the tests of {task} cannot be run on this machine: {source}")]
    Oracle {
        /// The task.
        task: TaskId,
        /// Why.
        source: OracleError,
    },
    /// A task's own patch does not apply.
    #[error("the task {task} is at fault, no prediction: {fault}")]
    Task {
        /// The task.
        task: TaskId,
        /// What is wrong with its patch.
        fault: Fault,
    },
    /// Predictions have no grade because of this machine. All others have theirs.
    #[error(
        "{count} runs of tests ended by a fault of this machine, which counts against nobody; the first: {first}\n  all else was graded and is kept: when the fault is mended, the same command tries these again"
    )]
    Machine {
        /// How many runs, those of references among them.
        count: usize,
        /// What was said of the first.
        first: String,
    },
    /// Whoever wanted it wants it no more.
    #[error("interrupted; what was graded so far is stored, and the same command goes on from there")]
    Interrupted,
}

/// What all predictions of a model came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graded {
    /// One of each prediction, refused ones too: in the benchmark's order, then by repetition.
    pub grades: Vec<Grade>,
    /// Tasks that give no grade here, because their own reference does not pass.
    pub without_grades: Vec<TaskWithoutGrades>,
    /// Tasks whose tests ran in another environment than their own.
    pub elsewhere: Vec<TaskId>,
    /// What was said of each run, of a reference or a prediction, that a fault of this machine ended.
    pub faults: Vec<String>,
}

impl Graded {
    /// The faults that left predictions without a grade, if there are any.
    #[must_use]
    pub fn fault(&self) -> Option<GradeError> {
        let first = self.faults.first()?.clone();
        Some(GradeError::Machine { count: self.faults.len(), first })
    }
}

/// Grades all predictions of a model. Each task's reference goes first: where it does not pass, nothing is said of predictions.
pub fn grade_all(
    benchmark: &MaintenanceBenchmark,
    predictions: &SampleSet,
    oracles: &dyn Oracles,
    settings: &GradeSettings,
    store: Option<&Store>,
    progress: &dyn GradeProgress,
    cancelled: &AtomicBool,
) -> Result<Graded, GradeError> {
    let work = by_task(benchmark, predictions);
    let writer = store.map(Store::writer).transpose()?;
    let shared = Shared {
        oracles,
        version: oracles.version(),
        settings,
        store: store.map(Store::folder),
        writer: writer.as_ref(),
        progress,
        cancelled,
        done: AtomicUsize::new(0),
        all: predictions.tasks().count(),
    };
    let results = shared.all_tasks(&work);
    // What was found is on the disk before anything else is said, an error least of all.
    if let Some(writer) = writer {
        writer.finish()?;
    }
    let mut graded =
        Graded { grades: Vec::new(), without_grades: Vec::new(), elsewhere: Vec::new(), faults: Vec::new() };
    for result in results {
        let OfTask { grades, without, elsewhere, faults } = result?;
        graded.faults.extend(faults);
        graded.grades.extend(grades);
        graded.without_grades.extend(without);
        graded.elsewhere.extend(elsewhere);
    }
    Ok(graded)
}

/// The predictions of a task.
pub(crate) struct Work<'a> {
    pub(crate) task: &'a RepositoryTask,
    /// Those that can be read.
    pub(crate) samples: Vec<&'a Sample>,
    /// Those that cannot.
    pub(crate) refused: Vec<&'a RefusedSample>,
    /// Those that were asked for and never came.
    pub(crate) lost: Vec<&'a LostSample>,
}

/// The tasks that there are predictions of, in the benchmark's order.
fn by_task<'a>(benchmark: &'a MaintenanceBenchmark, predictions: &'a SampleSet) -> Vec<Work<'a>> {
    let nothing = |task| Work { task, samples: Vec::new(), refused: Vec::new(), lost: Vec::new() };
    let mut work: BTreeMap<&TaskId, Work<'_>> =
        benchmark.tasks.iter().map(|task| (task.id(), nothing(task))).collect();
    for sample in &predictions.samples {
        work.entry(&sample.task).and_modify(|of_task| of_task.samples.push(sample));
    }
    for refused in &predictions.refused {
        work.entry(&refused.task).and_modify(|of_task| of_task.refused.push(refused));
    }
    for lost in &predictions.lost {
        work.entry(&lost.task).and_modify(|of_task| of_task.lost.push(lost));
    }
    let some = |of_task: &Work<'_>| of_task.samples.len() + of_task.refused.len() + of_task.lost.len() > 0;
    benchmark.tasks.iter().filter_map(|task| work.remove(task.id()).filter(some)).collect()
}

impl Shared<'_> {
    /// What came of each task, in their order. After an error no other task is begun, and the first error is the last result.
    fn all_tasks(&self, work: &[Work<'_>]) -> Vec<Result<OfTask, GradeError>> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let results: Vec<Mutex<Option<Result<OfTask, GradeError>>>> =
            work.iter().map(|_| Mutex::new(None)).collect();
        let one_by_one = || {
            while !failed.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(of_task) = work.get(place) else { return };
                let result = self.task(of_task);
                failed.fetch_or(result.is_err(), Ordering::Relaxed);
                *results[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.settings.jobs.clamp(1, work.len().max(1)) {
                scope.spawn(one_by_one);
            }
        });
        let results =
            results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
        // A task that was not begun stands behind one that failed, or was passed by another thread that saw the failure.
        let mut results: Vec<_> = results.flatten().collect();
        if let Some(place) = results.iter().position(Result::is_err) {
            results.truncate(place + 1);
        }
        results
    }
}
