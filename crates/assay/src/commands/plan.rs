//! `assay plan`: what a comparison could see.

use std::process::ExitCode;

use assay_analyse::{Plan, PlanSettings, Spread, plan, spread_of_run};
use assay_run::Checks;

use super::{report, setting};
use crate::arguments::{Common, Plan as Arguments};
use crate::failure::Failure;
use crate::output;

/// The level of significance, as every comparison has it.
const ALPHA: f64 = 0.05;

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Result<ExitCode, Failure> {
    let benchmark =
        arguments.benchmark.as_deref().map(|name| setting::benchmark(name, common)).transpose()?;
    let in_benchmark = benchmark.map_or(0, |benchmark| benchmark.tasks.len() as u64);
    let (spread, rows) = match &arguments.from {
        None => (Spread::assumed(arguments.baseline_rate.unwrap_or(0.5)), Checks::default().rows().len()),
        Some(name) => from_run(name, common)?,
    };
    let settings = PlanSettings {
        tasks: arguments.tasks.unwrap_or(in_benchmark),
        rows,
        alpha: ALPHA,
        effect: arguments.effect.map(|points| points / 100.0),
    };
    let plan = plan(spread, &settings);
    let drawn = if arguments.json {
        let document = serde_json::json!({ "format": 1, "plan": plan });
        format!("{document:#}\n")
    } else {
        text(&plan)
    };
    output::print(drawn.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn from_run(name: &str, common: &Common) -> Result<(Spread, usize), Failure> {
    let report = report::load(name, common)?;
    let spread = spread_of_run(&report.tasks).ok_or_else(|| {
        let rate = report.rows.rate.first().map_or(0.5, |row| 1.0 - row.baseline.rate);
        Failure::Usage(format!(
            "run {name} cannot tell how much tasks differ and how much samples do: that takes two judged samples per task \
             on both sides, in a report that counts them\n  plan from its rate instead: --baseline-rate {rate:.2}"
        ))
    })?;
    Ok((spread, report.rows.rate.len().max(1)))
}

fn text(plan: &Plan) -> String {
    let rows = if plan.rows == 1 { "one row".to_owned() } else { format!("{} rows", plan.rows) };
    let mut text = format!(
        "{} tasks; a difference is found with a chance of {:.0} %, at a level of 0.05 for {rows}\n{}\n\n",
        plan.tasks,
        100.0 * plan.power,
        basis(&plan.spread)
    );
    let effect = plan.effect.map_or_else(String::new, |effect| format!("   tasks for {effect} points"));
    text += &format!("samples per task and side   smallest detectable{effect}\n");
    for size in &plan.sizes {
        text += &format!("{:>25}   {:>12.1} points", size.samples, size.smallest_detectable);
        if let Some(tasks) = size.tasks_needed {
            text += &format!("   {tasks:>width$}", width = effect.len() - 3);
        }
        text.push('\n');
    }
    text.push('\n');
    if let Some(effect) = plan.effect {
        text += &match plan.samples_needed {
            Some(samples) => format!(
                "{effect} points need {samples} samples per task on each side: {} samples of each model.\n",
                samples.saturating_mul(plan.tasks)
            ),
            None => format!(
                "{effect} points cannot be shown with {} tasks, whatever the number of samples:\nthe models differ too much from \
                 task to task. More tasks are needed.\n",
                plan.tasks
            ),
        };
    }
    if !plan.is_possible() {
        text += &format!(
            "With {} tasks no difference can be significant: the test's smallest p is {:.3}.\n",
            plan.tasks, plan.least_p_value
        );
    } else if plan.tasks < 20 {
        text += "With so few tasks these figures are too good: they take the test's distribution for a normal one.\n";
    }
    text
}

/// What the figures rest on.
fn basis(spread: &Spread) -> String {
    let (first, components) = match spread {
        Spread::Run { tasks, between, within } => {
            (format!("measured on {tasks} tasks of the run:"), [between, within])
        }
        Spread::Assumed { rate, intraclass, common, between, within } => (
            format!(
                "assumed (--from RUN measures it): {:.0} % of both models' samples pass; {:.0} % of a sample's variance lies\n\
                 between tasks, and {:.0} % of that is common to both models; hence:",
                100.0 * rate,
                100.0 * intraclass,
                100.0 * common
            ),
            [between, within],
        ),
    };
    let [between, within] = components.map(|variance| 100.0 * variance.sqrt());
    format!(
        "{first}\n  {between:>5.1} points   standard deviation of the models' difference from task to task\n  {within:>5.1} points   \
         standard deviation that one sample of each model adds"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(spread: Spread, tasks: u64, effect: Option<f64>) -> String {
        text(&plan(spread, &PlanSettings { tasks, rows: 1, alpha: ALPHA, effect }))
    }

    #[test]
    fn a_plan_from_assumptions_prints_them() {
        insta::assert_snapshot!(planned(Spread::assumed(0.85), 164, Some(0.06)));
    }

    #[test]
    fn a_plan_from_a_run_says_so_and_what_is_out_of_reach() {
        let spread = Spread::Run { tasks: 160, between: 0.04, within: 0.2 };
        insta::assert_snapshot!(planned(spread, 164, Some(0.03)));
    }

    #[test]
    fn few_tasks_are_warned_of() {
        insta::assert_snapshot!(planned(Spread::assumed(0.5), 4, None));
    }
}
