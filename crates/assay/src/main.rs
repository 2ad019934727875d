//! The program: arguments, progress, exit codes. It decides nothing; every answer comes from the crates below it.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod failure;
mod output;
mod progress;
mod terminal;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Command::Compare(compare) => commands::compare::run(&compare, &arguments.common),
        Command::Check(check) => commands::check::run(&check, &arguments.common),
        Command::Generate(generate) => commands::generate::run(&generate, &arguments.common),
        Command::Protocol(protocol) => commands::protocol::run(&protocol, &arguments.common),
        Command::Report(report) => commands::report::run(&report, &arguments.common),
        Command::Show(show) => commands::show::run(&show, &arguments.common),
        Command::Plan(plan) => commands::plan::run(&plan, &arguments.common),
        Command::Judge(judge) => commands::judge::run(&judge, &arguments.common),
        Command::Mine(mine) => commands::mine::run(&mine, &arguments.common),
        Command::Admit(admit) => commands::admit::run(&admit, &arguments.common),
        Command::Grade(grade) => commands::grade::run(&grade, &arguments.common),
        Command::Benchmark(benchmark) => commands::benchmark::run(&benchmark, &arguments.common),
        Command::Store(store) => commands::store::run(&store, &arguments.common),
        Command::Doctor(doctor) => commands::doctor::run(&doctor, &arguments.common),
    };
    match done {
        Ok(code) => code,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}
