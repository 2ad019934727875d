//! `assay doctor`: what this machine can enforce.

use std::process::ExitCode;

use assay_run::{Machine, RunError};
use assay_sandbox::SandboxError;

use super::setting;
use crate::arguments::{Common, Doctor};
use crate::failure::Failure;
use crate::output;

/// Switches of the kernel that forbid namespaces: where each is, the value that forbids, and how to change it.
const SWITCHES: [(&str, &str, &str); 3] = [
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=10000"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl -w kernel.unprivileged_userns_clone=1"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
];

pub(crate) fn run(arguments: &Doctor, common: &Common) -> Result<ExitCode, Failure> {
    let settings = setting::session_settings(common, None)?;
    let Machine { environment, controls, settling, .. } = match Machine::examine(&settings) {
        Err(RunError::Sandbox(error)) => return no_sandbox(arguments, &error),
        examined => examined?,
    };
    settling.wait().map_err(RunError::from)?;
    let missing = controls.iter().filter(|control| !control.in_force).count();
    if arguments.json {
        let document = serde_json::json!({
            "format": 1,
            "python": environment.python,
            "environment": environment.digest,
            "store": settings.store,
            "controls": controls,
        });
        let text = serde_json::to_string_pretty(&document).unwrap_or_default();
        output::print(format!("{text}\n").as_bytes())?;
    } else {
        let mut text = format!(
            "Python {} in the environment {}\nstore: {}\n\n",
            environment.python,
            environment.digest.get(..12).unwrap_or(&environment.digest),
            settings.store.display()
        );
        for control in &controls {
            let state = if control.in_force { "holds  " } else { "MISSING" };
            text += &format!("{state}  {:<22} {}\n", control.name, control.purpose);
            if let Some(evidence) = &control.evidence {
                text += &format!("         {:<22} seen: {}\n", "", output::harmless(evidence));
                text += &format!("         {:<22} what helps: {}\n", "", control.remedy);
            }
        }
        text += &if missing == 0 {
            format!("\nAll {} controls hold: samples can be judged here.\n", controls.len())
        } else {
            let total = controls.len();
            format!(
                "\n{missing} of {total} controls do not hold: no sample is run here unless --allow-weak-sandbox names each.\n"
            )
        };
        output::print(text.as_bytes())?;
    }
    Ok(if missing == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What to say where not even the probes can run.
fn no_sandbox(arguments: &Doctor, error: &SandboxError) -> Result<ExitCode, Failure> {
    let advice = advice(|path| std::fs::read_to_string(path).ok());
    let text = if arguments.json {
        let document = serde_json::json!({ "format": 1, "error": error.to_string(), "advice": advice });
        serde_json::to_string_pretty(&document).unwrap_or_default()
    } else {
        format!("No sample can be judged here: {error}\n\n  {}", advice.join("\n  "))
    };
    output::print(format!("{text}\n").as_bytes())?;
    Ok(ExitCode::from(1))
}

/// What to change, as far as the switches tell.
fn advice(read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let forbids = |path, value: &str| read(path).is_some_and(|text| text.trim() == value);
    let switches = SWITCHES.iter().filter(|(path, value, _)| forbids(path, value));
    let mut advice: Vec<String> = switches
        .map(|(path, value, command)| {
            format!("{path} is {value}, which forbids namespaces; as root: {command}")
        })
        .collect();
    if advice.is_empty() {
        advice.push(
            "no switch of the kernel forbids them; inside a container, its runtime may (Docker: --privileged allows them)"
                .to_owned(),
        );
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_that_forbids_is_named_with_its_remedy() {
        let forbidden = |path: &str| path.ends_with("max_user_namespaces").then(|| "0\n".to_owned());
        let said = advice(forbidden);
        assert_eq!(said.len(), 1);
        assert!(said[0].ends_with("as root: sysctl -w user.max_user_namespaces=10000"), "{said:?}");
        assert!(advice(|_| Some("63000\n".to_owned()))[0].contains("container"));
    }
}
