//! The project's list of attacks (docs/security.md says which number is where): one test per number, in both modes
//! where it exists in both.

mod borders;
mod forging;
mod open_in_shared_mode;
mod planting;
mod resources;
mod stealing;

pub(crate) use self::forging::{COUNTER, COUNTER_TESTS, FORGE, SEARCH, wrong_counter};
