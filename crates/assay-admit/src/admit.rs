//! All candidates of a repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use assay_mine::{Candidate, Snapshots};
use assay_oracle::default_limits;
use assay_store::write_file;
use assay_types::Digest;

use crate::admission::{Admission, SCHEMA_VERSION};
use crate::course::judge;
use crate::error::AdmitError;
use crate::log::Log;
use crate::preparation::Preparation;
use crate::subject::Course;

/// Part of every admission's key: raised when admission makes something else of the same runs, or runs tests on other files.
const ADMISSION: &str = "assay admission 2";
/// Folders of what is kept of each candidate.
const ADMISSIONS: &str = "admissions";
const LOGS: &str = "logs";
/// The most bytes of a line of candidates.
const LONGEST_LINE: usize = 64 << 20;

/// How candidates are admitted.
pub struct Admitting<'a> {
    /// A local clone of their repository.
    pub repository: &'a Path,
    /// Where results are kept. What is there already from the same settings is not done again.
    pub out: &'a Path,
    /// Makes environments.
    pub preparation: &'a dyn Preparation,
    /// Candidates at once.
    pub jobs: usize,
    /// How often tests run together in each way, at each commit.
    pub repetitions: usize,
    /// Mixes orders and names decoys.
    pub seed: u64,
    /// Set by whoever wants the end.
    pub cancelled: &'a AtomicBool,
}

/// Told how far it is.
pub trait Progress: Sync {
    /// So many candidates are to be looked at.
    fn begin(&self, candidates: usize);
    /// One more was.
    fn advance(&self, admission: Option<&Admission>);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: usize) {}
    fn advance(&self, _: Option<&Admission>) {}
}

/// What became of all candidates.
#[derive(Debug)]
pub struct Admitted {
    /// Of each that was settled, in the candidates' order.
    pub admissions: Vec<Admission>,
    /// Those that a fault of ours left for another time: id and fault.
    pub unsettled: Vec<(String, AdmitError)>,
}

/// Reads a file of candidates as `assay mine` writes it.
pub fn read_candidates(path: &Path) -> Result<Vec<Candidate>, AdmitError> {
    let failed = |line, problem: String| AdmitError::Candidates { path: path.to_owned(), line, problem };
    let text = fs::read_to_string(path).map_err(|error| failed(0, error.to_string()))?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if line.len() > LONGEST_LINE {
            return Err(failed(number + 1, "the line is too long for a candidate".to_owned()));
        }
        let candidate: Candidate =
            serde_json::from_str(line).map_err(|error| failed(number + 1, error.to_string()))?;
        if candidate.schema_version > assay_mine::SCHEMA_VERSION {
            return Err(failed(number + 1, "it is of a later form; a later assay reads it".to_owned()));
        }
        if candidate.schema_version < assay_mine::SCHEMA_VERSION {
            return Err(failed(number + 1, "it is of an earlier form: mine the repository again".to_owned()));
        }
        // The id is a file's name here, and what results are known by.
        if candidate.id != candidate.content_id() {
            let problem = "its id is not that of its content: it was changed after it was mined";
            return Err(failed(number + 1, problem.to_owned()));
        }
        candidates.push(candidate);
    }
    Ok(candidates)
}

/// Admits candidates, several at once. A candidate that a fault of ours stops is left for another time, and the others go on.
pub fn admit(
    candidates: &[Candidate],
    admitting: &Admitting<'_>,
    progress: &dyn Progress,
) -> Result<Admitted, AdmitError> {
    // Whether there is a repository at all is said once.
    drop(Snapshots::open(admitting.repository)?);
    progress.begin(candidates.len());
    let next = AtomicUsize::new(0);
    let settled = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..admitting.jobs.clamp(1, candidates.len().max(1)) {
            scope.spawn(|| {
                // git's reader is one thread's.
                let snapshots = Snapshots::open(admitting.repository);
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(candidate) = candidates.get(place) else { return };
                    let result = match &snapshots {
                        _ if admitting.cancelled.load(Ordering::Relaxed) => Err(AdmitError::Stopped),
                        Ok(snapshots) => one(candidate, admitting, snapshots),
                        Err(_) => Snapshots::open(admitting.repository)
                            .map_err(AdmitError::from)
                            .and_then(|snapshots| one(candidate, admitting, &snapshots)),
                    };
                    progress.advance(result.as_ref().ok());
                    settled.lock().unwrap_or_else(PoisonError::into_inner).insert(place, result);
                }
            });
        }
    });
    let mut admitted = Admitted { admissions: Vec::new(), unsettled: Vec::new() };
    for (place, result) in settled.into_inner().unwrap_or_else(PoisonError::into_inner) {
        match result {
            Ok(admission) => admitted.admissions.push(admission),
            Err(AdmitError::Stopped) => return Err(AdmitError::Stopped),
            Err(error @ AdmitError::Storage { .. }) => return Err(error),
            Err(error) => admitted.unsettled.push((candidates[place].id.clone(), error)),
        }
    }
    Ok(admitted)
}

/// One candidate: what is known of it, or what it comes to now.
fn one(
    candidate: &Candidate,
    admitting: &Admitting<'_>,
    snapshots: &Snapshots,
) -> Result<Admission, AdmitError> {
    let key = key(admitting);
    let file = admitting.out.join(ADMISSIONS).join(format!("{}.json", candidate.id));
    if let Some(known) = known(&file, &candidate.id, &key) {
        return Ok(known);
    }
    let course = Course {
        preparation: admitting.preparation,
        repetitions: admitting.repetitions.max(1),
        seed: admitting.seed,
        cancelled: admitting.cancelled,
    };
    let mut log = Log::default();
    log.line(&format!(
        "candidate {}: {} from {} to {}",
        candidate.id,
        candidate.category.word(),
        candidate.parent,
        candidate.fix
    ));
    let verdict = judge(&course, candidate, snapshots, &mut log)?;
    let admission = Admission {
        schema_version: SCHEMA_VERSION,
        candidate: candidate.id.clone(),
        key,
        category: candidate.category,
        verdict,
    };
    let failed = |path: PathBuf| move |source| AdmitError::Storage { path, source };
    let log_file = admitting.out.join(LOGS).join(format!("{}.log", candidate.id));
    write_file(&log_file, log.text().as_bytes()).map_err(failed(log_file.clone()))?;
    let text = serde_json::to_string_pretty(&admission).map_err(std::io::Error::from);
    // Last: what has an admission is done.
    text.and_then(|text| write_file(&file, format!("{text}\n").as_bytes())).map_err(failed(file.clone()))?;
    Ok(admission)
}

/// All that an admission hangs on beside its candidate. No folder is part of it.
fn key(admitting: &Admitting<'_>) -> String {
    let parts = [
        SCHEMA_VERSION.to_string(),
        ADMISSION.to_owned(),
        assay_grade::GRADING.to_owned(),
        format!("{:?}", default_limits()),
        admitting.preparation.version(),
        admitting.repetitions.to_string(),
        admitting.seed.to_string(),
    ];
    Digest::of_parts(&parts).to_string()
}

fn known(file: &Path, candidate: &str, key: &str) -> Option<Admission> {
    let known: Admission = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    (known.candidate == candidate && known.key == key && known.schema_version == SCHEMA_VERSION)
        .then_some(known)
}
