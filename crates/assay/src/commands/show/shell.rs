//! `assay show --shell`: a Python in the place of a sample's trial.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use assay_run::{FinishedRun, Machine, SessionSettings, ShownSample};
use assay_sandbox::ShellEnd;
use assay_types::Outcome;

use super::text::line_of;
use crate::failure::Failure;
use crate::output;
use crate::terminal::UserConsole;

/// Exit code of a shell that was not left but ended.
const ENDED: u8 = 1;
const INTERRUPTED: u8 = 130;

pub(super) fn run(
    run: &FinishedRun,
    samples: &[ShownSample],
    settings: &SessionSettings,
    quiet: bool,
) -> Result<ExitCode, Failure> {
    let [sample] = samples else {
        return Err(Failure::Usage(
            "both sides have such a sample: name the one to open a shell on with --side".to_owned(),
        ));
    };
    // Until the terminal is ours Ctrl-C ends the program at once: nothing is being judged.
    let machine = Machine::examine(settings)?;
    if !quiet {
        if io::stdin().is_terminal() {
            output::note(&welcome(sample));
        }
        for change in run.otherwise(&machine) {
            output::note(&format!("otherwise than in the run: {}", line_of(&change, 300)));
        }
    }
    let unusable = |error: io::Error| Failure::Usage(format!("this terminal cannot be used: {error}"));
    let mut console = UserConsole::open().map_err(unusable)?;
    let end = run.shell(machine, &settings.allowed_missing, sample, &mut console);
    drop(console);
    Ok(match end? {
        ShellEnd::Exited { exit: 0 } | ShellEnd::Left => ExitCode::SUCCESS,
        ShellEnd::Stopped => ExitCode::from(INTERRUPTED),
        ShellEnd::Exited { exit } => {
            if exit != i32::from(ENDED) {
                output::note(&how_it_ended(exit));
            }
            ExitCode::from(ENDED)
        }
        ShellEnd::Limit(limit) => {
            output::note(&format!("the shell ended: {}", Outcome::Limit { limit }));
            ExitCode::from(ENDED)
        }
    })
}

/// What somebody at the prompt should know. Said by assay, because what is said from inside is the sample's.
fn welcome(sample: &ShownSample) -> String {
    let outcome = sample.finding.as_ref().map_or_else(String::new, |found| format!(": {}", found.outcome));
    format!(
        "a shell in the place of a trial of {} {}, task {}, sample {}{outcome}\n\
         at hand: the module's names, candidate, prompt, tests, run_tests(); nothing is judged or kept here\n\
         exit or Ctrl-D leaves, Ctrl-] three times ends what does not listen",
        sample.side.name(),
        line_of(&sample.model, 80),
        sample.task,
        sample.repetition
    )
}

fn how_it_ended(exit: i32) -> String {
    if exit < 0 {
        format!("the shell ended: signal {} ended its process", -exit)
    } else {
        format!("the shell ended: its process ended itself with {exit}")
    }
}
