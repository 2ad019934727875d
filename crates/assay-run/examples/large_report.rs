//! Makes a report over many synthetic findings, draws it in every format, and says what that took.
//!
//! Arguments: the folder for the drawn reports, then tasks, samples a task and side (1,000 and 500 without them). Standard output:
//! one JSON object: `{"samples", "peak_bytes": {"findings", "report", FORMAT…}, "seconds": {…}, "bytes": {FORMAT: …}}`. A
//! peak is the most memory that the process held until then (`VmHWM`).
//!
//! Findings are as real ones are: half of the samples pass, the others fail by four causes with evidence of some 90 characters,
//! different for each; code is of twenty answers a task and side, about as long as a small model's to `HumanEval`, read by the real static checks
//! and measured by the real metrics. Nothing runs: the references are judged by a fake engine.
#![expect(clippy::print_stdout, reason = "an example's output")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use assay_analyse::CodeMetrics;
use assay_benchmark::Benchmark;
use assay_check::static_checks::StaticFindings;
use assay_environment::Environment;
use assay_python::PythonVersion;
use assay_python::metrics::{Multi, measure};
use assay_run::{Checks, CompareSettings, LabelledSample, Session, SessionSettings, report_on};
use assay_sandbox::{EnvironmentRoot, FakeEngine, Judgement, LimitRule, Surroundings};
use assay_store::Store;
use assay_types::{
    Confidentiality, Digest, FailCause, FieldKind, Finding, LimitKind, Outcome, Sample, SampleSet, Task,
    TaskId, TrialTime,
};
use serde_json::json;

/// Different answers of a task and side.
const ANSWERS: u16 = 20;

type Failure = Box<dyn std::error::Error>;

/// An answer, and what is read from it.
struct Answer {
    module: Arc<str>,
    digest: Digest,
    static_findings: Arc<StaticFindings>,
    metrics: Option<CodeMetrics>,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the folder for the drawn reports is missing")?);
    let numbers: Vec<usize> =
        arguments.map(|word| word.to_string_lossy().parse()).collect::<Result<_, _>>()?;
    let tasks = numbers.first().copied().unwrap_or(1_000);
    let repetitions = u32::try_from(numbers.get(1).copied().unwrap_or(500))?;
    fs::create_dir_all(&folder)?;
    let mut said = Said { began: Instant::now(), seconds: BTreeMap::new(), peaks: BTreeMap::new() };

    let benchmark = benchmark(tasks)?;
    let checks = Checks { complexity: true, performance: None, ..Checks::default() };
    let session = session(&folder, &checks)?;
    let (baseline, ours) = side("baseline", &benchmark, repetitions, 0.5, &checks);
    let (candidate, theirs) = side("candidate", &benchmark, repetitions, 0.45, &checks);
    let samples = ours.len() + theirs.len();
    said.after("findings")?;
    let settings = CompareSettings::default();
    let report = report_on(&session, &benchmark, [&baseline, &candidate], [ours, theirs], &settings)?;
    said.after("report")?;
    let mut sizes = BTreeMap::new();
    for format in assay_report::formats() {
        let drawn = format.render(&report)?;
        sizes.insert(format.name(), drawn.len());
        fs::write(folder.join(format!("report.{}", format.name())), drawn)?;
        said.after(format.name())?;
    }
    let object =
        json!({"samples": samples, "peak_bytes": said.peaks, "seconds": said.seconds, "bytes": sizes});
    println!("{object}");
    Ok(())
}

/// Numbers that look arbitrary and are always the same: `SplitMix64` (Steele, Lea and Flood 2014).
struct Source(u64);

impl Source {
    /// A number below `end`.
    fn index(&mut self, end: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u16::try_from((mixed ^ (mixed >> 31)) % u64::from(end)).unwrap_or_default()
    }
}

/// What each step took.
struct Said {
    began: Instant,
    seconds: BTreeMap<&'static str, f64>,
    peaks: BTreeMap<&'static str, u64>,
}

impl Said {
    fn after(&mut self, step: &'static str) -> Result<(), Failure> {
        self.seconds.insert(step, self.began.elapsed().as_secs_f64());
        self.began = Instant::now();
        let status = fs::read_to_string("/proc/self/status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
        let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        self.peaks.insert(step, kibibytes << 10);
        Ok(())
    }
}

fn benchmark(tasks: usize) -> Result<Benchmark, Failure> {
    let task = |place: usize| -> Result<Task, Failure> {
        let prompt = format!(
            "def rolling_{place}(values, width):\n    \"\"\"Returns the sum of each run of `width` neighbours, and {place} where there \
             is none.\n\n    >>> rolling_{place}([1, 2, 3, 4], 2)\n    [3, 5, 7]\n    >>> rolling_{place}([], 2)\n    [{place}]\n    \"\"\"\n"
        );
        Ok(Task::asking(TaskId::new(&format!("Synthetic/{place}"))?, &format!("rolling_{place}"), &prompt))
    };
    Ok(Benchmark {
        name: "synthetic".to_owned(),
        version: "1".to_owned(),
        digest: Digest::of(b"synthetic"),
        tasks: (0..tasks).map(task).collect::<Result<_, _>>()?,
        license: "Apache-2.0".to_owned(),
        confidentiality: Confidentiality::Public,
        requirements: None,
    })
}

fn session(folder: &Path, checks: &Checks) -> Result<Session, Failure> {
    let settings = SessionSettings {
        store: folder.join("store"),
        python: None,
        requirements: None,
        jobs: 2,
        limit_rule: LimitRule::default(),
        allowed_missing: vec!["processor_share".to_owned()],
        checks: checks.clone(),
    };
    let root = EnvironmentRoot {
        path: PathBuf::new(),
        interpreter: String::new(),
        digest: "synthetic".to_owned(),
        warm: Vec::new(),
        surroundings: Surroundings::default(),
    };
    let environment = Environment { digest: "synthetic".to_owned(), python: "3.11.0".to_owned(), root };
    let engine = Arc::new(FakeEngine::new(|_| Ok(Judgement::Passed)));
    Ok(Session::with_engine(Store::open(&settings.store)?, engine, environment, Vec::new(), &settings))
}

/// A side's samples and what became of them, `share` of them passing.
fn side(
    name: &str,
    benchmark: &Benchmark,
    repetitions: u32,
    share: f64,
    checks: &Checks,
) -> (SampleSet, Vec<LabelledSample>) {
    let mut source = Source(name.bytes().map(u64::from).sum());
    let count = benchmark.tasks.len() * repetitions as usize;
    let (mut samples, mut labelled) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for task in &benchmark.tasks {
        let answers: Vec<Answer> = (0..ANSWERS).map(|place| answer(name, task, place, checks)).collect();
        for repetition in 0..repetitions {
            let answer = &answers[usize::from(source.index(ANSWERS))];
            let line = samples.len() as u64 + 1;
            samples.push(Sample {
                task: task.id.clone(),
                repetition,
                field: FieldKind::Solution,
                raw: answer.module.clone(),
                finish: None,
                line,
            });
            let finding = finding(&mut source, share);
            labelled.push(LabelledSample {
                task_id: task.id.clone(),
                repetition,
                line,
                rule: "solution",
                edits: Vec::new(),
                outcome: finding.outcome.clone(),
                finding,
                static_findings: Some(answer.static_findings.clone()),
                metrics: answer.metrics,
                module_sha256: Some(answer.digest),
                module: Some(answer.module.clone()),
            });
        }
    }
    let set = SampleSet {
        name: name.to_owned(),
        digest: Digest::of(name.as_bytes()),
        bytes: Arc::default(),
        samples,
        refused: Vec::new(),
        lost: Vec::new(),
        lines_not_judged: assay_types::LinesNotJudged::default(),
        repaired: BTreeMap::new(),
    };
    (set, labelled)
}

/// One of a task's answers: every third has names that confuse, every fifth an else that it does not need, every nineteenth does
/// not parse.
fn answer(side: &str, task: &Task, place: u16, checks: &Checks) -> Answer {
    let name = &task.entry_point;
    let list = if place.is_multiple_of(3) { "list" } else { "values" };
    let end = if place.is_multiple_of(5) { "    else:\n        return sums\n" } else { "    return sums\n" };
    let colon = if place == 18 { "" } else { ":" };
    let module: Arc<str> = format!(
        "from itertools import accumulate\n\n\ndef {name}({list}, width){colon}\n    # Answer {place} of the {side}: running sums, then their \
         differences.\n    sums = []\n    totals = [0, *accumulate({list})]\n    for start in range(len({list}) - width + 1):\n        \
         sums.append(totals[start + width] - totals[start])\n    if not sums:\n        return [{place}]\n{end}"
    )
    .into();
    let metrics = measure(module.clone(), PythonVersion::PY311).ok().map(|found| CodeMetrics {
        cyclomatic_complexity: found.complexity.total as u64,
        maintainability_index: found.maintainability_index(Multi::Comments).ok(),
    });
    Answer {
        digest: Digest::of(module.as_bytes()),
        static_findings: Arc::new(checks.static_checks.judge(&module, &task.prompt)),
        metrics,
        module,
    }
}

fn finding(source: &mut Source, share: f64) -> Finding {
    let numbers = [(); 6].map(|()| source.index(1_000));
    let time = TrialTime {
        cpu_microseconds: 900 + u64::from(numbers[0]),
        judging_microseconds: 300 + u64::from(numbers[1]),
        wall_microseconds: 2_000 + u64::from(numbers[2]),
    };
    let passes = f64::from(source.index(1_000)) < 1_000.0 * share;
    let (outcome, evidence) = if passes {
        (Outcome::Pass, None)
    } else {
        let [first, second, third, fourth, fifth, sixth] = numbers;
        let fail = |cause| Outcome::Fail { cause };
        let (outcome, evidence) = match source.index(8) {
            0 => (
                fail(FailCause::Exception),
                format!(
                    "TypeError: unsupported operand type(s) for +: 'int' and 'str' at element {first} of {second}, {third}, {fourth}"
                ),
            ),
            1 => (
                fail(FailCause::MissingName),
                format!("NameError: name 'helper_{first}' is not defined. Did you mean: 'helper_{second}'?"),
            ),
            2 => (
                Outcome::Limit { limit: LimitKind::Cpu },
                format!("it took 2.{first:03} s of CPU time, and its limit is 2.000 s"),
            ),
            _ => (
                fail(FailCause::WrongAnswer),
                format!(
                    "AssertionError: candidate([{first}, {second}, {third}], 2) gave [{fourth}, {fifth}], and must give [{sixth}, {first}, {second}]"
                ),
            ),
        };
        (outcome, Some(evidence))
    };
    let line = evidence.as_ref().map(|_| 3);
    Finding { outcome, evidence, line, output: String::new(), time }
}
