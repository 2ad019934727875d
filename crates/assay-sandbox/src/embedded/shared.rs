//! Trials in shared mode: tests and sample in one process, which reports on itself.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::BorrowedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use assay_types::Measurement;
use nix::sched::CpuSet;
use serde::Serialize;

use super::capture::Capture;
use super::groups::SlotGroups;
use super::link::Link;
use super::slot::{WORKER_CONTROLLERS, channel, order};
use super::watch::{Answer, Jury, Watch};
use super::zygote::Zygote;
use crate::engine::{EnvironmentRoot, Judging, ProcessEnd, SandboxError, Trial, TrialReport};
use crate::judgement::shared::{DECOYS, Decoy, SharedReport};
use crate::judgement::{Judgement, Verdict};
use crate::measuring::Measuring;

/// A zygote that has the tests' own modules loaded, and what it knows of the tasks so far.
pub(super) struct SharedBench {
    worker: Zygote,
    /// The ids of a task's tests, by the task's key, as they ran with the reference solution in this slot.
    manifests: HashMap<String, BTreeSet<String>>,
}

/// What goes to the process beside entry point and module.
#[derive(Serialize)]
struct SharedOrder<'a> {
    tests: &'a str,
    token: &'a str,
    decoys: &'a [Decoy],
    memory: bool,
}

impl SharedBench {
    pub(super) fn open(environment: &EnvironmentRoot, processor: CpuSet) -> Result<Self, SandboxError> {
        let groups = SlotGroups::create(&WORKER_CONTROLLERS).map_err(SandboxError::groups)?;
        Ok(Self {
            worker: Zygote::start(environment, "shared", processor, groups)?,
            manifests: HashMap::new(),
        })
    }

    /// Runs a trial; before a task's first one its reference solution, whose tests are those that must run.
    pub(super) fn run(
        &mut self,
        trial: &Trial,
        measuring: Option<Measuring>,
    ) -> Result<TrialReport, SandboxError> {
        let Judging::Shared { key, tests, reference } = &*trial.judging else {
            return Err(self.worker.broken("was asked for a trial in split mode"));
        };
        if !self.manifests.contains_key(key) {
            let of_reference = Trial { module: reference.clone(), ..trial.clone() };
            let (report, ids) = self.run_once(&of_reference, tests, None, None)?;
            match report.judgement {
                Judgement::Passed => drop(self.manifests.insert(key.clone(), ids)),
                // A fault of ours is to be repeated, and the reference itself has said what is wrong with it.
                other if matches!(other, Judgement::Killed { .. }) || trial.module == *reference => {
                    return Ok(TrialReport { judgement: other, ..report });
                }
                other => {
                    let evidence = format!("the reference solution does not pass here: {other:?}");
                    return Ok(TrialReport { judgement: Judgement::Fault { evidence }, ..report });
                }
            }
        }
        let manifest = self.manifests.get(key).cloned();
        Ok(self.run_once(trial, tests, manifest, measuring)?.0)
    }

    fn run_once(
        &mut self,
        trial: &Trial,
        tests: &Arc<str>,
        manifest: Option<BTreeSet<String>>,
        measuring: Option<Measuring>,
    ) -> Result<(TrialReport, BTreeSet<String>), SandboxError> {
        let (capture, output) = Capture::new()?;
        let mut watch = Watch::new(capture);
        let (theirs, ours) = channel()?;
        let memory = measuring.is_some_and(Measuring::is_memory);
        let token = random_text()?;
        let decoys: Vec<Decoy> = DECOYS
            .iter()
            .map(|(kind, _)| Ok(Decoy { name: format!("test_{}", &random_text()?[..16]), kind }))
            .collect::<io::Result<_>>()?;
        let rest = serde_json::to_vec(&SharedOrder { tests, token: &token, decoys: &decoys, memory });
        order(&mut self.worker, trial, &rest.map_err(io::Error::from)?, [&theirs, &output], None)?;
        drop((output, theirs));
        let link = Link::new("shared", UnixStream::from(ours))?;
        let mut jury = SelfReport { link, token, decoys, manifest, ids: BTreeSet::new(), peak: None };
        watch.follow(&mut self.worker, &mut jury, &trial.limits)?;
        let measurement = measuring.map(|_| Measurement {
            calls: 1,
            nanoseconds: watch.ran_for().as_nanos() as f64,
            timed_nanoseconds: watch.ran_for().as_nanos() as f64,
            single_calls: 1.0,
            peak_bytes: jury.peak.unwrap_or_default(),
            traced: jury.peak.is_some() || !memory,
            ..Measurement::default()
        });
        let report = watch.report(ProcessEnd::default(), &trial.limits);
        let measurement = measurement.map(|measurement| report.worker.account(measurement));
        Ok((TrialReport { measurement, ..report }, jury.ids))
    }
}

/// The report that a trial's process makes on itself, and what it is measured by.
struct SelfReport {
    link: Link,
    token: String,
    decoys: Vec<Decoy>,
    manifest: Option<BTreeSet<String>>,
    ids: BTreeSet<String>,
    peak: Option<u64>,
}

impl Jury for SelfReport {
    fn descriptor(&self) -> BorrowedFd<'_> {
        self.link.descriptor()
    }

    fn receive(&mut self) -> Result<Answer, SandboxError> {
        let open = self.link.receive()?;
        // Whatever the process sends is the sample's doing as much as ours: none of it is an error of ours.
        Ok(match self.link.next::<SharedReport>() {
            Err(_) => Answer::Verdict(Verdict::malformed("a report that our own code never writes")),
            Ok(Some(report)) => {
                self.ids = report.ids();
                self.peak = report.peak();
                Answer::Verdict(report.verdict(&self.token, &self.decoys, self.manifest.as_ref()))
            }
            Ok(None) if open => Answer::NotYet,
            Ok(None) => Answer::Verdict(Verdict::gone()),
        })
    }
}

/// Sixty-four hexadecimal digits that nobody can guess.
fn random_text() -> io::Result<String> {
    let mut bytes = [0; 32];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}
