//! `assay doctor`: what this machine can enforce.

use std::process::ExitCode;

use super::setting;
use crate::arguments::{Common, Doctor};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Doctor, common: &Common) -> Result<ExitCode, Failure> {
    let session = setting::session(common)?;
    let environment = session.environment();
    let controls = session.controls();
    let missing = controls.iter().filter(|control| !control.in_force).count();
    if arguments.json {
        let document = serde_json::json!({
            "format": 1,
            "python": environment.python,
            "environment": environment.digest,
            "store": session.store().folder(),
            "controls": controls,
        });
        let text = serde_json::to_string_pretty(&document).unwrap_or_default();
        output::print(format!("{text}\n").as_bytes())?;
    } else {
        let mut text = format!(
            "Python {} in the environment {}\nstore: {}\n\n",
            environment.python,
            environment.digest.get(..12).unwrap_or(&environment.digest),
            session.store().folder().display()
        );
        for control in controls {
            let state = if control.in_force { "holds  " } else { "MISSING" };
            text += &format!("{state}  {:<22} {}\n", control.name, control.purpose);
            if let Some(evidence) = &control.evidence {
                text += &format!("         {:<22} {}\n", "", evidence.escape_debug());
            }
        }
        text += &if missing == 0 {
            format!("\nAll {} controls hold: samples can be judged here.\n", controls.len())
        } else {
            format!("\n{missing} of {} controls do not hold: no sample is run here.\n", controls.len())
        };
        output::print(text.as_bytes())?;
    }
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
