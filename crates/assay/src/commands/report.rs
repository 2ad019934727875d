//! `assay report`: a stored report, drawn again.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use assay_report::{Format as _, REPORT_BYTES, Report as Document};

use super::setting;
use crate::arguments::{Common, Report};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Report, common: &Common) -> Result<ExitCode, Failure> {
    let report = load(&arguments.run, common)?;
    let drawn = if arguments.format == "table" && arguments.out.is_none() {
        output::table().render(&report)?
    } else {
        let format = assay_report::by_name(&arguments.format)
            .ok_or_else(|| Failure::Usage(format!("there is no format {}", arguments.format)))?;
        format.render(&report)?
    };
    match &arguments.out {
        Some(path) => output::write_file(path, &drawn)?,
        None => output::print(&drawn)?,
    }
    Ok(ExitCode::SUCCESS)
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
