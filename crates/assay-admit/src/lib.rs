//! From candidates to maintenance tasks (docs/admission.md).
//!
//! A candidate has two commits and two patches. Here its tests run at both: first once, to see whether any of them tells the commits apart;
//! then in several ways, since a test whose outcome hangs on order, place or time tells nothing. What is left is the oracle:
//! target tests, which fail before and pass after, and regression tests, which pass at both. How strong it is shows what it says
//! of the reference without one of its hunks. Every candidate that becomes no task has a [`Reason`], counted, with its log.
//!
//! Tests run behind the traits [`Oracle`](assay_oracle::Oracle) and [`Preparation`], so the course of an admission is tested without a sandbox.
#![forbid(unsafe_code)]

mod admission;
mod admit;
mod benchmark;
mod course;
mod document;
mod error;
mod log;
mod preparation;
mod proof;
mod reason;
mod stability;
mod strength;
mod subject;
mod task;
mod trees;
mod way;

pub use admission::{Admission, AdmittedOracle, SCHEMA_VERSION, Unstable, Verdict, admission_schema};
pub use admit::{Admitted, Admitting, Progress, Silent, admit, read_candidates};
pub use benchmark::{benchmark, write_benchmark};
pub use document::{AdmissionDocument, Yield, admitted_schema};
pub use error::AdmitError;
pub use preparation::{LockedEnvironments, NotPrepared, Preparation, Prepared};
pub use reason::Reason;
pub use way::Way;
