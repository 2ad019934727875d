//! `assay admit`: from candidates to tasks.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use assay_admit::{
    AdmissionDocument, Admitting, LockedEnvironments, Reason, Yield, admit, benchmark, read_candidates,
    write_benchmark,
};
use assay_run::interpreter;
use assay_sandbox::EmbeddedEngine;

use super::setting;
use crate::arguments::{Admit, Common, MineFormat};
use crate::failure::Failure;
use crate::output;
use crate::progress::Judging;

pub(crate) fn run(arguments: &Admit, common: &Common) -> Result<ExitCode, Failure> {
    let candidates = read_candidates(&arguments.candidates)?;
    output::prepare_folder(&arguments.out)?;
    let session = setting::session(common, None)?;
    session.require_controls()?;
    let interpreter = interpreter(common.python.as_deref())?;
    let engine = Arc::new(EmbeddedEngine::new());
    let preparation = LockedEnvironments::at(session.store().folder(), &interpreter, engine)?;
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let admitting = Admitting {
        repository: &arguments.repository,
        out: &arguments.out,
        preparation: &preparation,
        jobs: if common.jobs == 0 { processors } else { common.jobs },
        repetitions: usize::try_from(arguments.repetitions).unwrap_or(1),
        seed: arguments.seed,
        cancelled: &session.cancellation(),
    };
    let progress = Judging::new("candidates", common.quiet);
    let admitted = admit(&candidates, &admitting, &progress)?;
    progress.end();
    let document = AdmissionDocument::of(&admitted);
    let json = serde_json::to_string_pretty(&document)
        .map_err(|error| Failure::Write { path: "admitted.json".into(), source: error.into() })?;
    let json = format!("{json}\n");
    output::write_file(&arguments.out.join("admitted.json"), json.as_bytes())?;
    let mut without_task = Vec::new();
    if admitted.unsettled.is_empty() {
        let name = arguments.name.clone().unwrap_or_else(|| folder_name(&arguments.repository));
        let who = arguments.confidentiality.clone();
        let (tasks, refused) = benchmark(&admitted, &candidates, &arguments.repository, &name, who)?;
        write_benchmark(&arguments.out.join("benchmark"), &tasks)?;
        without_task = refused;
    }
    let text = if arguments.format == MineFormat::Json { json } else { table(&document) };
    output::print(text.as_bytes())?;
    for (candidate, fault) in &admitted.unsettled {
        output::note(&format!("candidate {candidate} is left for another time: {fault}"));
    }
    for fault in without_task.iter().skip(1) {
        output::note(fault);
    }
    let mut faults = admitted.unsettled.into_iter().map(|(_, fault)| fault).chain(without_task);
    faults.next().map_or(Ok(ExitCode::SUCCESS), |fault| Err(fault.into()))
}

/// What a clone's folder is called.
fn folder_name(repository: &Path) -> String {
    let whole = repository.canonicalize().unwrap_or_else(|_| repository.to_owned());
    let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    name.strip_suffix(".git").map(str::to_owned).unwrap_or(name)
}

fn table(document: &AdmissionDocument) -> String {
    let mut text = String::new();
    for (category, Yield { candidates, admitted, dropped }) in &document.yields {
        text += &format!("{}: {admitted} of {candidates} candidates are tasks\n", category.word());
        for reason in Reason::ALL {
            if let Some(count) = dropped.get(&reason) {
                text += &format!("{count:>7}  {}\n", reason.words());
            }
        }
    }
    if document.unsettled > 0 {
        text += &format!("{} candidates are left for another time\n", document.unsettled);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use assay_types::Category;

    use super::*;

    #[test]
    fn the_table_says_the_yield_of_each_category_and_why_the_others_are_none() {
        let dropped = BTreeMap::from([(Reason::Unstable, 2), (Reason::PassesBefore, 10)]);
        let of_corrective = Yield { candidates: 15, admitted: 3, dropped };
        let yields = BTreeMap::from([(Category::Corrective, of_corrective)]);
        insta::assert_snapshot!(table(&AdmissionDocument { schema_version: 1, yields, unsettled: 1 }), @r"
        corrective: 3 of 15 candidates are tasks
             10  the changed tests pass before the fix, too
              2  no stable test tells the commits apart
        1 candidates are left for another time
        ");
    }
}
