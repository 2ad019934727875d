//! `assay benchmark lint --mutants`: what the tests of a benchmark are worth.

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;

use assay_benchmark::Benchmark;
use assay_run::{
    GrownTask, Growth, GrowthSettings, Mutation, MutationSettings, Session, Tally, TaskStrength, grow, mutate,
};
use serde_json::{Value, json};

use super::{setting, timing};
use crate::arguments::{Common, Strength};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

/// The version of the JSON document.
const FORMAT: u32 = 1;

pub(crate) fn run(name: &str, arguments: &Strength, common: &Common) -> Result<ExitCode, Failure> {
    let benchmark = setting::benchmark(name, common)?;
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let session = setting::session(common, Some(&benchmark))?;
    let shown = Shown::new(common.quiet);
    let settings = MutationSettings { per_task: arguments.per_task, seed: arguments.seed };
    let mutation = mutate(&session, &benchmark, settings, &shown)?;
    timing::show(&mutation.timing, common.quiet, false);
    let growth = if arguments.grow {
        let settings = GrowthSettings { per_task: arguments.inputs_per_task, seed: arguments.seed };
        let growth = grow(&session, &benchmark, &mutation, settings, &shown)?;
        timing::show(&growth.timing, common.quiet, false);
        Some(growth)
    } else {
        None
    };
    if let (Some(growth), Some(folder)) = (&growth, &arguments.out) {
        write(growth, folder)?;
    }
    let text = if arguments.json {
        let document = document(&session, &benchmark, arguments, &mutation, growth.as_ref());
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    } else {
        output::harmless(&text(&benchmark, &mutation, growth.as_ref()))
    };
    output::print(text.as_bytes())?;
    Ok(if mutation.failing_references == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Each task's tests, in a file of a name made from the task's.
fn write(growth: &Growth, folder: &Path) -> Result<(), Failure> {
    let mut taken = HashSet::new();
    for GrownTask { id, tests, .. } in &growth.tasks {
        let plain: String = id
            .as_str()
            .chars()
            .map(|character| if character.is_alphanumeric() { character } else { '_' })
            .take(60)
            .collect();
        let mut name = plain.clone();
        let mut number = 1;
        while !taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{plain}_{number}");
        }
        output::write_file(&folder.join(format!("{name}.py")), tests.as_bytes())?;
    }
    Ok(())
}

fn document(
    session: &Session,
    benchmark: &Benchmark,
    arguments: &Strength,
    mutation: &Mutation,
    growth: Option<&Growth>,
) -> Value {
    let counted = |tally: &Tally| {
        json!({
            "judged": tally.judged, "caught": tally.caught, "not_judged": tally.not_judged,
            "rate": tally.rate().map(rounded)
        })
    };
    let operators: Vec<Value> = mutation
        .operators
        .iter()
        .map(|(name, tally)| json!({ "operator": name, "mutants": counted(tally) }))
        .collect();
    let tasks: Vec<Value> = mutation
        .tasks
        .iter()
        .map(|task| {
            json!({
                "id": task.id, "possible": task.possible, "mutants": counted(&task.tally),
                "survivors": task.survivors
            })
        })
        .collect();
    let without = |tasks: &mut dyn Iterator<Item = (Value, Value)>| -> Vec<Value> {
        tasks.map(|(id, reason)| json!({ "id": id, "reason": reason })).collect()
    };
    json!({
        "format": FORMAT,
        "benchmark": {
            "name": benchmark.name, "version": benchmark.version, "sha256": benchmark.digest.to_string(),
            "tasks": benchmark.tasks.len()
        },
        "environment": { "python": session.environment().python, "digest": session.environment().digest },
        "seed": arguments.seed,
        "mutants_per_task": arguments.per_task,
        "total": counted(&mutation.total),
        "operators": operators,
        "tasks": tasks,
        "tasks_without_mutants":
            without(&mut mutation.without_mutants.iter().map(|(id, reason)| (json!(id), json!(reason)))),
        "growth": growth.map(|growth| json!({
            "inputs_per_task": arguments.inputs_per_task,
            "survivors": growth.survivors,
            "caught": growth.caught,
            "tasks": growth.tasks.iter().map(|task| json!({
                "id": task.id, "inputs": task.inputs, "survivors": task.survivors, "caught": task.caught,
                "tests": task.tests
            })).collect::<Vec<_>>(),
            "tasks_without_inputs":
                without(&mut growth.without_inputs.iter().map(|(id, reason)| (json!(id), json!(reason)))),
        })),
    })
}

/// Twelve significant digits are more than enough for a share.
fn rounded(rate: f64) -> f64 {
    (rate * 1e12).round() / 1e12
}

fn text(benchmark: &Benchmark, mutation: &Mutation, growth: Option<&Growth>) -> String {
    let mut text = String::new();
    for task in mutation.tasks.iter().filter(|task| !task.survivors.is_empty()) {
        text += &survivors(task);
    }
    for (task, reason) in &mutation.without_mutants {
        text += &format!("{task}: no mutants: {}\n", reason.escape_debug());
    }
    let weak = mutation.tasks.iter().filter(|task| !task.survivors.is_empty()).count();
    text += &format!("\n{:<16} {:>8} {:>8} {:>8}\n", "operator", "mutants", "caught", "");
    for (name, tally) in &mutation.operators {
        text += &format!("{name:<16} {:>8} {:>8} {:>8}\n", tally.judged, tally.caught, percent(tally));
    }
    let total = &mutation.total;
    text += &format!(
        "\n{} {}: {} of {} mutants of {} tasks are caught ({}); {} tasks let some through",
        benchmark.name,
        benchmark.version,
        total.caught,
        total.judged,
        mutation.tasks.len(),
        percent(total),
        weak
    );
    if total.not_judged > 0 {
        text += &format!("; {} could not be judged on this machine", total.not_judged);
    }
    text += "\n";
    if let Some(growth) = growth {
        for task in &growth.tasks {
            text += &format!(
                "{}: {} more inputs catch {} of {} surviving mutants\n",
                task.id, task.inputs, task.caught, task.survivors
            );
        }
        for (task, reason) in &growth.without_inputs {
            text += &format!("{task}: no inputs looked for: {reason}\n");
        }
        let grown = Tally { caught: total.caught + growth.caught, ..*total };
        text += &format!(
            "with {} more inputs, {} of {} surviving mutants are caught: {} of all\n",
            growth.tasks.iter().map(|task| task.inputs).sum::<usize>(),
            growth.caught,
            growth.survivors,
            percent(&grown)
        );
    }
    text
}

fn survivors(task: &TaskStrength) -> String {
    let tally = &task.tally;
    let mut text = format!("{}: {} of {} caught ({})\n", task.id, tally.caught, tally.judged, percent(tally));
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for mutant in &task.survivors {
        text += &format!(
            "    line {}, {}: {}\n        -> {}\n",
            mutant.line,
            mutant.operator,
            one_line(&mutant.before),
            one_line(&mutant.after)
        );
    }
    text
}

fn percent(tally: &Tally) -> String {
    tally.rate().map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", 100.0 * rate))
}
