//! Compiles the part of a zygote that is not Python (`native/`) into a shared object for `src/python.rs` to embed.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=native");
    let variable = |name: &str| env::var_os(name).unwrap_or_else(|| panic!("cargo sets {name}"));
    let library = PathBuf::from(variable("OUT_DIR")).join("zygote.so");
    let mut compiler = Command::new(variable("RUSTC"));
    compiler.args([
        "native/lib.rs",
        "--crate-name",
        "assay_zygote",
        "--crate-type",
        "cdylib",
        "--edition",
        "2024",
    ]);
    compiler.args(["--deny", "warnings"]);
    compiler.args(["-C", "panic=abort", "-C", "opt-level=s", "-C", "lto=fat", "-C", "strip=symbols"]);
    compiler.args(["-C", "link-arg=-nostdlib"]);
    compiler.arg("--target").arg(variable("TARGET")).arg("-o").arg(&library);
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        compiler.arg("-C").arg(format!("linker={}", linker.display()));
    }
    let status = compiler.status().expect("the compiler that cargo names");
    assert!(status.success(), "native/ does not compile: {status}");
}
