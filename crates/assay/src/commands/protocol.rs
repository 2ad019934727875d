//! `assay protocol`: what models are asked by.

use std::path::Path;
use std::process::ExitCode;

use assay_generate::{self as generate, AskedAs, Described, Difference, DifferenceSide};
use assay_report::{ProtocolSummary, Report};
use assay_store::stored_attempts;
use serde_json::json;

use super::{report, setting};
use crate::arguments::{Common, Protocol, ProtocolAction};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Protocol, common: &Common) -> Result<ExitCode, Failure> {
    match &arguments.action {
        ProtocolAction::Show { protocol } => show(protocol),
        ProtocolAction::Diff { first, second } => differ(first, second, common),
    }
}

fn show(path: &Path) -> Result<ExitCode, Failure> {
    let protocol = setting::protocol(path)?;
    let mut text = format!("protocol {}\n", protocol.digest());
    for (field, value) in Described::of(&protocol).texts() {
        let value = output::harmless(value);
        if value.contains('\n') {
            text += &format!("{field}:\n");
            text.extend(value.lines().map(|line| format!("    {line}\n")));
        } else {
            text += &format!("{field} = {value}\n");
        }
    }
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn differ(first: &str, second: &str, common: &Common) -> Result<ExitCode, Failure> {
    let sources = (source(first, common)?, source(second, common)?);
    // Of two runs, the sides are compared; a file knows models by their names alone.
    let by_side = matches!(sources, (Source::Run(_), Source::Run(_)));
    let first = described(first, &sources.0, by_side, common)?;
    let second = described(second, &sources.1, by_side, common)?;
    let differences = first.differences(&second);
    let text = if differences.is_empty() {
        "nothing differs\n".to_owned()
    } else {
        differences.iter().map(difference).collect::<Vec<_>>().join("\n")
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

/// A field that differs, its lines written so that every byte is seen.
fn difference(difference: &Difference) -> String {
    let Difference { field, changes_answers, byte, lines } = difference;
    let place = byte.map_or_else(|| "only one has it".to_owned(), |byte| format!("from byte {byte} on"));
    let answers = if *changes_answers { "can change answers" } else { "changes no answer" };
    let mut text = format!("{field}: {place}; {answers}\n");
    for (side, line) in lines {
        let mark = if *side == DifferenceSide::First { '-' } else { '+' };
        text += &format!("  {mark} {}\n", output::harmless(&format!("{line:?}")));
    }
    text
}

/// What an argument names.
enum Source {
    File(Box<generate::Protocol>),
    Run(Box<Report>),
}

fn source(name: &str, common: &Common) -> Result<Source, Failure> {
    let path = Path::new(name);
    if path.is_file() && path.extension().is_none_or(|extension| extension != "json") {
        return Ok(Source::File(Box::new(setting::protocol(path)?)));
    }
    Ok(Source::Run(Box::new(report::load(name, common)?)))
}

fn described(name: &str, source: &Source, by_side: bool, common: &Common) -> Result<Described, Failure> {
    let report = match source {
        Source::File(protocol) => return Ok(Described::of(protocol)),
        Source::Run(report) => report,
    };
    let Some(asked) = &report.protocol else {
        return Err(Failure::Usage(format!(
            "the run {name} asked no model: its samples came from files, and no protocol made it"
        )));
    };
    let store = setting::store_folder(common)?;
    let document = stored_attempts(&store)?.body(asked.sha256)?;
    let described = document.as_deref().and_then(|document| of_run(document, report, asked, by_side));
    described.ok_or_else(|| {
        Failure::Usage(format!(
            "the store at {} does not have the protocol {} of the run {name}: name the one that has, with --store",
            store.display(),
            asked.sha256
        ))
    })
}

fn of_run(document: &[u8], report: &Report, asked: &ProtocolSummary, by_side: bool) -> Option<Described> {
    let sides = [
        ("baseline", &report.baseline.name, &asked.baseline),
        ("candidate", &report.candidate.name, &asked.candidate),
    ];
    let found: Vec<_> = sides
        .iter()
        .map(|(_, name, model)| {
            model.as_ref().map(|model| {
                json!({
                    "name": by_side.then_some(name),
                    "address": model.address,
                    "weights": model.weights,
                    "quantization": model.quantization,
                    "chat_template": model.chat_template,
                    "versions": model.versions,
                })
            })
        })
        .collect();
    let models: Vec<AskedAs<'_>> = sides
        .iter()
        .zip(&found)
        .filter_map(|((side, name, model), found)| {
            let model = model.as_ref()?;
            Some(AskedAs {
                name: if by_side { side } else { name.as_str() },
                provider: &model.provider,
                model: &model.model,
                interface: model.interface.as_ref().and_then(|name| serde_json::from_value(json!(name)).ok()),
                settings: &model.settings,
                found: found.as_ref()?,
            })
        })
        .collect();
    let mut described = Described::of_run(document, asked.samples_per_task, &models)?;
    let benchmark = &report.benchmark;
    described.set_benchmark(&json!({
        "name": benchmark.name,
        "version": benchmark.version,
        "sha256": benchmark.sha256,
    }));
    Some(described)
}
