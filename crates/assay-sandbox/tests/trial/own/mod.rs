//! Attacks of our own, beyond the project's list. docs/security.md says of each what it tries and what stops it.

mod channel;
mod interpreter;
mod kernel;
mod neighbours;
mod processes;
