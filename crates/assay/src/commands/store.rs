//! `assay store`: what is stored, and what of it may go.

use std::path::Path;
use std::process::ExitCode;

use assay_run::{CollectSettings, Collection, Inventory, collect, collectable, inventory};
use assay_store::Amount;
use indicatif::DecimalBytes;

use super::setting;
use crate::arguments::{Collect, Common, Store, StoreAction};
use crate::failure::Failure;
use crate::output;

/// So much of a digest tells it from the others.
const SHORT: usize = 12;

pub(crate) fn run(arguments: &Store, common: &Common) -> Result<ExitCode, Failure> {
    match &arguments.action {
        StoreAction::Ls { json } => list(*json, common),
        StoreAction::Gc(arguments) => remove(arguments, common),
    }
}

fn list(json: bool, common: &Common) -> Result<ExitCode, Failure> {
    let folder = setting::store_folder(common)?;
    let inventory = inventory(&folder)?;
    let text = if json {
        let document = serde_json::json!({ "format": 1, "store": folder, "holds": inventory });
        format!("{document:#}\n")
    } else {
        table(&folder, &inventory)
    };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn table(folder: &Path, inventory: &Inventory) -> String {
    let contents = &inventory.contents;
    let mut text = format!("store: {}\n\n", output::harmless(&folder.display().to_string()));
    for (name, Amount { count, bytes }) in [
        ("runs", contents.runs),
        ("findings", contents.findings),
        ("calibrations", contents.calibrations),
        ("measurements", contents.measurements),
        ("answers", contents.answers),
        ("failed asks", contents.failed_attempts),
        ("bodies", contents.bodies),
        ("raw answers", contents.blobs),
        ("environments", inventory.environments),
        ("benchmarks", contents.benchmarks),
    ] {
        text += &format!("{name:<13} {count:>9} {:>12}\n", size(bytes));
    }
    text + &format!("{:<13} {:>9} {:>12}\n", "all files", "", size(contents.total_bytes))
}

fn remove(arguments: &Collect, common: &Common) -> Result<ExitCode, Failure> {
    let settings = CollectSettings {
        store: setting::store_folder(common)?,
        python: common.python.clone(),
        runs: arguments.keep_runs,
        findings: !arguments.findings,
        answers: !arguments.answers,
    };
    // A store that is not there is not made just to be emptied.
    let collection = if arguments.dry_run || !settings.store.is_dir() {
        collectable(&settings)?
    } else {
        collect(&settings)?
    };
    output::print(removed(&collection, arguments.dry_run).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn removed(collection: &Collection, dry_run: bool) -> String {
    let garbage = &collection.garbage;
    let mut text = String::new();
    let mut line = |kind: &str, name: &str, bytes: u64| {
        text += &format!("{kind:<12} {name:<28} {:>12}\n", size(bytes));
    };
    for run in &garbage.runs {
        line("run", &output::harmless(&run.id), run.bytes);
    }
    for (digest, bytes) in &garbage.blobs {
        line("raw answers", &short(&digest.to_string()), *bytes);
    }
    for (digest, bytes) in &collection.environments {
        line("environment", &short(digest), *bytes);
    }
    for (path, bytes) in &garbage.benchmarks {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parent = path.parent().map(name).unwrap_or_default();
        line("benchmark", &output::harmless(&format!("{parent} {}", name(path))), *bytes);
    }
    if garbage.findings.count > 0 {
        line(
            "findings",
            &format!("{}, calibrations and measurements included", garbage.findings.count),
            garbage.findings.bytes,
        );
    }
    if garbage.answers.bytes > 0 {
        line("answers", &format!("{}, and the whole raw log", garbage.answers.count), garbage.answers.bytes);
    }
    let done = if dry_run { "would be removed" } else { "removed" };
    if text.is_empty() {
        format!("nothing {done}\n")
    } else {
        format!("{text}{done}: {}\n", size(collection.bytes()))
    }
}

fn short(digest: &str) -> String {
    digest.chars().take(SHORT).collect()
}

fn size(bytes: u64) -> String {
    DecimalBytes(bytes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_run::Inventory;
    use assay_store::{Contents, Garbage, Run};
    use assay_types::Digest;
    use clap::CommandFactory as _;

    #[test]
    fn the_list_has_numbers_and_sizes() {
        let amount = |count, bytes| Amount { count, bytes };
        let inventory = Inventory {
            contents: Contents {
                runs: amount(3, 120_500),
                findings: amount(3272, 1_100_000),
                calibrations: amount(164, 13_120),
                measurements: amount(7_220, 1_800_000),
                answers: amount(1_640, 984_000),
                failed_attempts: amount(12, 6_100),
                bodies: amount(1_816, 5_400_000),
                blobs: amount(2, 890_000),
                benchmarks: amount(1, 44_877),
                total_bytes: 51_234_567,
            },
            environments: amount(1, 48_000_000),
        };
        insta::assert_snapshot!(table(Path::new("/data/assay"), &inventory));
        insta::assert_snapshot!(format!("{:#}", serde_json::json!(inventory)));
    }

    #[test]
    fn what_goes_is_named() {
        let run = Run {
            id: "1f0c2b9a77de".into(),
            finished: 5,
            bytes: 40_000,
            digests: [].into(),
            benchmark: None,
        };
        let garbage = Garbage {
            runs: vec![run],
            blobs: vec![(Digest::of(b"answers"), 445_000)],
            benchmarks: vec![("/data/assay/benchmarks/humaneval/1.0.2".into(), 44_877)],
            findings: Amount { count: 3436, bytes: 1_113_120 },
            answers: Amount { count: 1_640, bytes: 6_390_100 },
            named: [].into(),
        };
        let collection = Collection { garbage, environments: vec![("e".repeat(64), 48_000_000)] };
        insta::assert_snapshot!(removed(&collection, true));
        let garbage = Garbage {
            runs: Vec::new(),
            blobs: Vec::new(),
            benchmarks: Vec::new(),
            findings: Amount::default(),
            answers: Amount::default(),
            named: [].into(),
        };
        let nothing = Collection { garbage, environments: Vec::new() };
        assert_eq!(removed(&nothing, false), "nothing removed\n");
    }

    #[test]
    fn the_help_says_exactly_what_goes() {
        let mut command = crate::arguments::Arguments::command();
        let store = command.find_subcommand_mut("store").unwrap();
        let help = store.find_subcommand_mut("gc").unwrap().render_long_help().to_string();
        insta::assert_snapshot!(help);
    }
}
