//! `assay report`: a stored report, drawn again.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use assay_report::{Format, REPORT_BYTES, Report as Document};

use super::{gate, setting};
use crate::arguments::{Common, Report};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Report, common: &Common) -> Result<ExitCode, Failure> {
    let gate = gate::read(&arguments.gate)?;
    let report = load(&arguments.run, common)?;
    let met = gate.map(|gate| gate.evaluate(&report)).transpose()?;
    let table = output::table();
    let is_shown_table = arguments.format == "table" && arguments.out.is_none();
    let format: &dyn Format = match assay_report::by_name(&arguments.format) {
        _ if is_shown_table => &table,
        Some(format) => format,
        None => return Err(Failure::Usage(format!("there is no format {}", arguments.format))),
    };
    let drawn = gate::draw(format, &report, met.as_ref())?;
    match &arguments.out {
        Some(path) => output::write_file(path, &drawn)?,
        None if format.is_text() => output::print(&drawn)?,
        None => output::print_binary(&drawn, format.name())?,
    }
    if let Some(met) = met.as_ref().filter(|_| !is_shown_table) {
        output::note(&met.text().trim_end());
    }
    Ok(gate::exit_code(met.is_none_or(|met| met.passes())))
}

/// The report of a run: by its id, its file, or the folder that holds it.
pub(crate) fn load(run: &str, common: &Common) -> Result<Document, Failure> {
    let path = find(run, common)?;
    let bytes =
        read(&path).map_err(|error| Failure::Usage(format!("cannot read {}: {error}", path.display())))?;
    Document::read(&bytes).map_err(|source| Failure::Report { path, source })
}

/// The file, no further than a report can reach.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(REPORT_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A report.json, a folder that holds one, or the id of a run in the store.
fn find(run: &str, common: &Common) -> Result<PathBuf, Failure> {
    let path = Path::new(run);
    if path.is_file() {
        return Ok(path.to_owned());
    }
    if path.join("report.json").is_file() {
        return Ok(path.join("report.json"));
    }
    let is_id = !run.is_empty() && run.chars().all(|character| character.is_ascii_hexdigit());
    let stored = setting::store_folder(common)?.join("runs").join(run).join("report.json");
    if is_id && stored.is_file() {
        return Ok(stored);
    }
    Err(Failure::Usage(format!(
        "no run {run:?}: it is no report.json, no folder that holds one, and no run in the store\n  `assay compare` prints the id of its run"
    )))
}
