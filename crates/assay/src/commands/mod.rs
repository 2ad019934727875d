//! One file per command.

pub(crate) mod admit;
pub(crate) mod benchmark;
pub(crate) mod check;
pub(crate) mod compare;
mod compare_grades;
pub(crate) mod doctor;
mod gate;
pub(crate) mod generate;
pub(crate) mod grade;
pub(crate) mod judge;
mod lint;
pub(crate) mod mine;
mod mutants;
pub(crate) mod plan;
pub(crate) mod protocol;
pub(crate) mod report;
mod setting;
pub(crate) mod show;
mod sides;
pub(crate) mod store;
mod timing;
