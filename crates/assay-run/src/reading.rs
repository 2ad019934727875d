//! What is read from samples' code, before any of it runs: each distinct text once, on all processors.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use assay_benchmark::Benchmark;
use assay_check::static_checks::{Flag, StaticChecks, StaticFindings};
use assay_types::TaskId;

use crate::check::LabelledSample;
use crate::error::RunError;
use crate::session::Session;
use crate::static_engine::StaticEngine;

/// Adds to each sample what the static checks say of it.
pub(crate) fn read(
    session: &Session,
    benchmark: &Benchmark,
    labelled: &mut [Vec<LabelledSample>],
) -> Result<(), RunError> {
    let checks = &session.checks.static_checks;
    if checks.on().next().is_none() {
        return Ok(());
    }
    let prompts: HashMap<&TaskId, &str> =
        benchmark.tasks.iter().map(|task| (&task.id, &*task.prompt)).collect();
    let mut known: HashMap<(&TaskId, &str), usize> = HashMap::new();
    let mut texts: Vec<(Arc<str>, &str)> = Vec::new();
    let mut places = Vec::new();
    for entry in labelled.iter().flatten() {
        places.push(entry.module.as_ref().map(|module| {
            *known.entry((&entry.task_id, module)).or_insert_with(|| {
                texts.push((module.clone(), prompts.get(&entry.task_id).copied().unwrap_or_default()));
                texts.len() - 1
            })
        }));
    }
    drop(known);
    let found = read_texts(session, &texts)?;
    let nothing = Arc::new(StaticFindings {
        flags: checks.on().map(|check| (check.name.into(), Flag::NotJudged)).collect(),
        findings: Vec::new(),
    });
    for (entry, place) in labelled.iter_mut().flatten().zip(places) {
        entry.static_findings = Some(place.map_or_else(|| nothing.clone(), |place| found[place].clone()));
    }
    Ok(())
}

/// Judges texts, each with its prompt, in their order, by the session's engine.
pub(crate) fn read_texts(
    session: &Session,
    texts: &[(Arc<str>, &str)],
) -> Result<Vec<Arc<StaticFindings>>, RunError> {
    let checks = &session.checks.static_checks;
    match &session.checks.static_engine {
        _ if checks.on().next().is_none() => Ok(vec![Arc::default(); texts.len()]),
        StaticEngine::Assay => read_all(checks, texts, &session.cancelled),
        StaticEngine::Pylint(tools) => tools.judge(checks, texts, &session.cancelled),
    }
}

/// The same by assay's own rules.
fn read_all(
    checks: &StaticChecks,
    texts: &[(Arc<str>, &str)],
    cancelled: &AtomicBool,
) -> Result<Vec<Arc<StaticFindings>>, RunError> {
    on_all_processors(texts.len(), cancelled, || {
        // Of most samples the checks say the same: that they are clean.
        let mut without_findings: Vec<Arc<StaticFindings>> = Vec::new();
        move |place: usize| {
            let (module, prompt) = &texts[place];
            let said = Arc::new(checks.judge(module, prompt));
            if let Some(known) = without_findings.iter().find(|known| **known == said) {
                return known.clone();
            }
            if said.findings.is_empty() {
                without_findings.push(said.clone());
            }
            said
        }
    })
}

/// Does a piece of work for each place, in no order, on a thread for each processor; the results come in the order of their
/// places. Each thread makes its own worker.
pub(crate) fn on_all_processors<T: Send, W: FnMut(usize) -> T>(
    places: usize,
    cancelled: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<Vec<T>, RunError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut worker, mut done) = (worker(), Vec::new());
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= places || cancelled.load(Ordering::Relaxed) {
                return done;
            }
            done.push((place, worker(place)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined: Result<Vec<_>, _> =
            threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        joined.map(|done| done.into_iter().flatten().collect()).map_err(|_| RunError::ThreadLost)
    })?;
    if cancelled.load(Ordering::Relaxed) {
        return Err(RunError::Interrupted);
    }
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
