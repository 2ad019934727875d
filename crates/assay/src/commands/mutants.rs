//! `assay benchmark lint --mutants`: what the tests of a benchmark are worth.

use std::collections::HashSet;
use std::path::Path;

use assay_benchmark::Benchmark;
use assay_run::{
    GrownTask, Growth, GrowthSettings, LintDocument, Mutation, MutationSettings, Session, Tally,
    TaskStrength, grow, mutate,
};

use super::timing;
use crate::arguments::{Common, Strength};
use crate::failure::Failure;
use crate::output;
use crate::progress::Shown;

/// What the tests are worth, with the settings that were used.
pub(super) struct Measured {
    mutation: (Mutation, MutationSettings),
    growth: Option<(Growth, GrowthSettings)>,
}

/// Plants faults, and looks for inputs where that is wanted, whose tests are written at once.
pub(super) fn measure(
    session: &Session,
    benchmark: &Benchmark,
    arguments: &Strength,
    common: &Common,
) -> Result<Measured, Failure> {
    let shown = Shown::new(common.quiet);
    let settings = MutationSettings { per_task: arguments.per_task, seed: arguments.seed };
    let mutation = mutate(session, benchmark, settings, &shown)?;
    timing::show(&mutation.timing, common.quiet, false);
    let mut growth = None;
    if arguments.grow {
        let settings = GrowthSettings { per_task: arguments.inputs_per_task, seed: arguments.seed };
        let grown = grow(session, benchmark, &mutation, settings, &shown)?;
        timing::show(&grown.timing, common.quiet, false);
        if let Some(folder) = &arguments.out {
            write(&grown, folder)?;
        }
        growth = Some((grown, settings));
    }
    Ok(Measured { mutation: (mutation, settings), growth })
}

impl Measured {
    /// Lint's document with all this in it.
    pub(super) fn document(&self, document: LintDocument) -> LintDocument {
        let (mutation, settings) = &self.mutation;
        let growth = self.growth.as_ref().map(|(growth, settings)| (growth, *settings));
        document.with_mutants((mutation, *settings), growth)
    }

    /// For a person.
    pub(super) fn text(&self, benchmark: &Benchmark) -> String {
        text(benchmark, &self.mutation.0, self.growth.as_ref().map(|(growth, _)| growth))
    }
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
