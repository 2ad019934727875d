//! The rules that judge a module, each in its own file, and their registry.

mod finding;
mod judge;
mod profile;
mod registry;
mod undefined_loop_variable;
mod undefined_variable;

pub use finding::{Finding, Judgement, Verdict};
pub use judge::{judge, judge_module};
pub use profile::{Naming, Reading, StaticProfile};
pub use registry::{RULES, Rule};
