//! What the commands share: the store's place, an open session, Ctrl-C.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_benchmark::{Benchmark, OnBadSample, read_samples};
use assay_generate::{Digests, Protocol};
use assay_python::Reading;
use assay_run::{
    AskedTasks, Checks, LargeInputs, RunError, Session, SessionSettings, StaticEngine, read_configuration,
};
use assay_sandbox::LimitRule;
use assay_types::SampleSet;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::arguments::{ChosenChecks, ChosenMeasuring, Common, Extent};
use crate::failure::Failure;

/// The store's folder: as told, else the user's data folder.
pub(crate) fn store_folder(common: &Common) -> Result<PathBuf, Failure> {
    if let Some(folder) = &common.store {
        return Ok(folder.clone());
    }
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("XDG_DATA_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("assay"))
        .ok_or_else(|| {
            Failure::Usage("there is no home folder to keep results in: name one with --store".to_owned())
        })
}

/// The folder of fetched benchmarks.
pub(crate) fn fetched_folder(common: &Common) -> Result<PathBuf, Failure> {
    Ok(store_folder(common)?.join("benchmarks"))
}

/// Loads a benchmark by name or path.
pub(crate) fn benchmark(name: &str, common: &Common) -> Result<Benchmark, Failure> {
    Ok(assay_benchmark::load(name, &fetched_folder(common)?)?)
}

/// Reads a model's samples: a file, a folder, or standard input.
pub(crate) fn samples(path: &Path, benchmark: &Benchmark, keep_going: bool) -> Result<SampleSet, Failure> {
    let on_bad = if keep_going { OnBadSample::KeepGoing } else { OnBadSample::Refuse };
    Ok(read_samples(path, benchmark, on_bad)?)
}

/// How to open a session. `benchmark` says which packages its samples need; without one there is the standard library
/// alone.
pub(crate) fn session_settings(
    common: &Common,
    benchmark: Option<&Benchmark>,
) -> Result<SessionSettings, Failure> {
    let plain = LimitRule::default();
    Ok(SessionSettings {
        store: store_folder(common)?,
        python: common.python.clone(),
        requirements: benchmark.and_then(|benchmark| benchmark.requirements.clone()),
        jobs: common.jobs,
        limit_rule: LimitRule {
            multiple: common.limit_multiple.unwrap_or(plain.multiple),
            floor_seconds: common.limit_floor.unwrap_or(plain.floor_seconds),
            ..plain
        },
        allowed_missing: common.allow_weak_sandbox.clone(),
        checks: Checks::default(),
    })
}

/// Opens a session; from then on Ctrl-C stops it in an orderly way, and a second Ctrl-C at once.
pub(crate) fn session(common: &Common, benchmark: Option<&Benchmark>) -> Result<Session, Failure> {
    open(&session_settings(common, benchmark)?)
}

/// As [`session`], for samples that are judged by these checks.
pub(crate) fn session_with(
    common: &Common,
    benchmark: &Benchmark,
    checks: Checks,
) -> Result<Session, Failure> {
    open(&SessionSettings { checks, ..session_settings(common, Some(benchmark))? })
}

/// Which checks judge samples: what the configuration says, then what the command line says.
/// `config` is the file that says so where the command line names none.
pub(crate) fn checks(chosen: &ChosenChecks, config: Option<&Path>) -> Result<Checks, Failure> {
    let mut checks = match chosen.config.as_deref().or(config) {
        None => Checks::default(),
        Some(path) => read_configuration(path).map_err(|error| Failure::Usage(error.to_string()))?,
    };
    if let Some(name) = &chosen.static_profile {
        let reading = Reading::ALL.into_iter().find(|(word, _)| word == name);
        checks.static_checks.profile.reading = reading.map(|(_, reading)| reading).unwrap_or_default();
    }
    checks.complexity |= chosen.complexity;
    checks.keep_aspects(&chosen.aspects);
    if checks.rows().is_empty() {
        return Err(Failure::Usage(
            "no check is left: the configuration switches off all of these aspects".to_owned(),
        ));
    }
    if chosen.static_engine.as_deref().is_some_and(|name| name != StaticEngine::NAMES[0]) {
        checks.use_reference_tools().map_err(RunError::from)?;
    }
    Ok(checks)
}

/// The checks with time and memory measured as told.
pub(crate) fn measuring(
    checks: Checks,
    chosen: &ChosenMeasuring,
    benchmark: &Benchmark,
) -> Result<Checks, Failure> {
    let mut checks = checks;
    let Some(settings) = &mut checks.performance else { return Ok(checks) };
    settings.check.repetitions = chosen.repetitions.unwrap_or(settings.check.repetitions);
    settings.check.samples = chosen.samples.unwrap_or(settings.check.samples);
    settings.measure_equal = chosen.measure_equal;
    if let Some(path) = &chosen.inputs {
        let inputs = LargeInputs::read(path, benchmark, chosen.input_limit);
        settings.inputs = Some(inputs.map_err(|error| Failure::Usage(error.to_string()))?);
    }
    Ok(checks)
}

/// Reads a protocol; what else its file says is read too, so that no word of it means nothing.
pub(crate) fn protocol(path: &Path) -> Result<Protocol, Failure> {
    let protocol = Protocol::read(path).map_err(|error| Failure::Usage(error.to_string()))?;
    read_configuration(path).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(protocol)
}

/// The benchmark that the command line names, else the protocol's: a path in that file starts beside it.
pub(crate) fn benchmark_asked(
    named: Option<&str>,
    protocol: Option<&Protocol>,
    common: &Common,
) -> Result<Benchmark, Failure> {
    if let Some(name) = named {
        return benchmark(name, common);
    }
    let Some((protocol, name)) = protocol.and_then(|one| one.benchmark.as_ref().map(|name| (one, name)))
    else {
        return Err(Failure::Usage(
            "no benchmark is named: give --benchmark, or protocol.benchmark in the file".to_owned(),
        ));
    };
    let beside = protocol.folder().join(name);
    let path = if beside.exists() { beside.to_string_lossy().into_owned() } else { name.clone() };
    benchmark(&path, common)
}

/// What is known of files of weights. Where nothing may change, each is read.
pub(crate) fn digests(anew: bool, is_dry: bool, common: &Common) -> Result<Digests, Failure> {
    let digests = Digests::cached_in(&store_folder(common)?);
    let digests = if is_dry { digests.unwritten() } else { digests };
    Ok(if anew { digests.anew() } else { digests })
}

/// How much is asked.
pub(crate) fn asked_tasks(extent: &Extent) -> AskedTasks {
    match (extent.limit, extent.tasks.is_empty()) {
        (Some(limit), _) => AskedTasks::First(limit as usize),
        (None, false) => AskedTasks::Named(extent.tasks.clone()),
        (None, true) => AskedTasks::All,
    }
}

/// From now on Ctrl-C sets the flag, and a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_signals(cancelled: &Arc<AtomicBool>) -> Result<(), Failure> {
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the first signal finds the flag unset and sets it, the second finds it set and ends.
        signal_hook::flag::register_conditional_shutdown(signal, 130, cancelled.clone())
            .and_then(|_| signal_hook::flag::register(signal, cancelled.clone()))
            .map_err(|error| Failure::Usage(format!("signals cannot be handled here: {error}")))?;
    }
    Ok(())
}

/// As [`session`], as told.
pub(crate) fn open(settings: &SessionSettings) -> Result<Session, Failure> {
    let session = Session::open(settings)?;
    stop_on_signals(&session.cancellation())?;
    Ok(session)
}
