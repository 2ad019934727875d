//! The native part of a zygote as the linter sees it. `build.rs` compiles it apart, without the standard library.
#![allow(unsafe_code, reason = "system calls; see native/system.rs")]
#![allow(dead_code, reason = "its one caller is the interpreter")]

use crate::embedded::record;

#[path = "../native/filter.rs"]
mod filter;
#[path = "../native/isolation.rs"]
mod isolation;
#[path = "../native/system.rs"]
mod system;
#[path = "../native/zygote.rs"]
mod zygote;
