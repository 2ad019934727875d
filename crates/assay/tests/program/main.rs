//! The program as a user meets it: real trials on the starter benchmark, wrong inputs, exit codes.

mod inputs;
mod starter;
mod support;
