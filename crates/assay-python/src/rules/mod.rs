//! The rules that judge a module, each in its own file, and their registry.

mod attributes;
mod finding;
mod inconsistent_return;
mod invalid_name;
mod judge;
mod lambda_assignment;
mod module_names;
mod profile;
mod redefined_builtin;
mod redefined_loop_name;
mod redefined_outer_name;
mod reduced_lambda;
mod registry;
mod returned_condition;
mod spelling;
mod superfluous_else;
mod type_comparison;
mod undefined_loop_variable;
mod undefined_variable;
mod unnecessary_lambda;
mod unnecessary_pass;

pub use finding::{Finding, Judgement, Verdict};
pub use judge::{judge, judge_module, judge_parsed};
pub use profile::{Naming, Reading, StaticProfile};
pub use registry::{RULES, Rule};

#[cfg(test)]
mod tests;
