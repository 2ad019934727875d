//! `--gate`: what a reader demands of a report.

use std::fs::File;
use std::io::{self, Read as _};
use std::process::ExitCode;

use assay_report::{Format, GATE_BYTES, Gate, GateError, GateResult, Report};

use crate::failure::Failure;

/// The gates that the command line names, as one; nothing without any.
pub(crate) fn read(words: &[String]) -> Result<Option<Gate>, Failure> {
    let gates = words.iter().map(|word| one(word)).collect::<Result<Vec<Gate>, Failure>>()?;
    Ok((!gates.is_empty()).then(|| Gate::joined(gates)))
}

/// A clause has an operator; all else is the name of a file.
fn one(word: &str) -> Result<Gate, Failure> {
    if word.contains(['<', '>', '=', '!']) {
        return Ok(Gate::parse("--gate", word)?);
    }
    let text = text_of(word).map_err(|error| {
        Failure::Usage(format!(
            "cannot read the gate {word}: {error}\n  --gate takes a file with a clause a line, or a clause such as 'all.verdict != \"regression\"'"
        ))
    })?;
    Ok(Gate::parse(word, &text)?)
}

/// The file, no further than a gate can reach.
fn text_of(path: &str) -> io::Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(GATE_BYTES as u64 + 1).read_to_end(&mut text)?;
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// What a gate comes to. One that asks for what the report does not have is told of when the report is safe.
pub(crate) fn evaluated(gate: Option<&Gate>, report: &Report) -> (Option<GateResult>, Option<GateError>) {
    match gate.map(|gate| gate.evaluate(report)).transpose() {
        Ok(met) => (met, None),
        Err(error) => (None, Some(error)),
    }
}

/// The report in a format, with what a gate came to where there is one.
pub(crate) fn draw(
    format: &dyn Format,
    report: &Report,
    gate: Option<&GateResult>,
) -> Result<Vec<u8>, Failure> {
    Ok(match gate {
        Some(gate) => format.render_with_gate(report, gate)?,
        None => format.render(report)?,
    })
}

/// 0 where all gates are met.
pub(crate) fn exit_code(passes: bool) -> ExitCode {
    if passes { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
