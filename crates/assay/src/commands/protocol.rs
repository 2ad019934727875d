//! `assay protocol`: what models are asked by.

use std::path::Path;
use std::process::ExitCode;

use assay_generate::{Described, Difference, DifferenceSide};
use assay_store::stored_attempts;

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
    let (first, is_run) = described(first, common)?;
    let (second, is_other_run) = described(second, common)?;
    let differences = first.differences(&second, is_run || is_other_run);
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

/// A protocol's file, or what a run was asked by; whether it is a run.
fn described(name: &str, common: &Common) -> Result<(Described, bool), Failure> {
    let path = Path::new(name);
    if path.is_file() && path.extension().is_none_or(|extension| extension != "json") {
        return Ok((Described::of(&setting::protocol(path)?), false));
    }
    let report = report::load(name, common)?;
    let Some(asked) = report.protocol else {
        return Err(Failure::Usage(format!(
            "the run {name} asked no model: its samples came from files, and no protocol made it"
        )));
    };
    let store = setting::store_folder(common)?;
    let document = stored_attempts(&store)?.body(asked.sha256)?;
    let mut described = document.as_deref().and_then(Described::of_document).ok_or_else(|| {
        Failure::Usage(format!(
            "the store at {} does not have the protocol {} of the run {name}: name the one that has, with --store",
            store.display(),
            asked.sha256
        ))
    })?;
    for (side, model) in [(&report.baseline, &asked.baseline), (&report.candidate, &asked.candidate)] {
        if let Some(model) = model {
            let said = serde_json::json!({ "provider": model.provider, "model": model.model });
            described.set_model(&side.name, &said);
        }
    }
    Ok((described, true))
}
