//! The part of a zygote that is not Python: waiting for orders, forking, isolating the child, watching it end.
//!
//! `build.rs` compiles this into a shared object of a few kilobytes, which `python/zygote.py` loads once it is warm. A
//! fork copies what it touches, so the less a zygote and a new child do in Python, the cheaper every trial: the same
//! steps cost four times as much there.
//!
//! No standard library, no allocation, no panic: this runs inside a foreign process, between its fork and its next
//! line. It links to nothing; the C library's symbols that `system.rs` names are found in the process that loads it.
#![no_std]

mod filter;
mod isolation;
#[allow(dead_code, reason = "each side writes one kind of record and reads the other")]
mod record;
mod system;
mod zygote;

#[panic_handler]
fn panicked(_: &core::panic::PanicInfo<'_>) -> ! {
    system::exit(system::BROKEN)
}
