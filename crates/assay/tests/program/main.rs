//! The program as a user meets it: real trials on the starter benchmark, wrong inputs, exit codes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod admit;
mod bad_days;
mod compare_models;
mod complexity;
mod durability;
mod formats;
mod gate;
mod generate;
mod grade;
mod hostile;
mod inputs;
mod interrupted;
mod judge;
mod keep_going;
mod killed;
mod lint;
mod mine;
mod models;
mod mutants;
mod own_benchmark;
mod paper;
mod parquet;
mod peers;
mod plan;
mod plugins;
mod secrets;
mod self_check;
mod shell;
mod show;
mod starter;
mod static_engine;
mod support;
mod terminal;
