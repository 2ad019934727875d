//! Python source as data.
//!
//! A text is parsed once, within limits, into a [`Module`]; everything else reads that. Pure: no file, no process, no
//! clock. The grammar is CPython's as `ruff_python_parser` knows it; which version's is the caller's choice.
#![forbid(unsafe_code)]

pub mod comments;
mod constants;
mod definition;
pub mod duplicates;
pub mod equality;
pub mod literals;
pub mod metrics;
pub mod mutants;
mod nesting;
mod parse;
mod refused;
mod rules;
mod semantics;
pub mod test_code;
mod text;

pub use definition::Definition;
pub use parse::{Module, NotParsed, PythonVersion};
pub use rules::{
    Finding, Judgement, Naming, RULES, Reading, Rule, StaticProfile, Verdict, judge, judge_module,
    judge_parsed,
};
