//! Programs of this machine that commands find in their environment.

use std::path::{Path, PathBuf};

/// A shell, and what scripts for it are mostly made of. What a machine lacks is left out.
const PROGRAMS: &[&str] = &[
    "sh", "awk", "basename", "cat", "cut", "dirname", "env", "expr", "fold", "grep", "head", "jq", "mktemp",
    "printf", "sed", "seq", "sort", "tail", "tee", "test", "tr", "uniq", "wc", "xargs",
];
/// Where a distribution keeps them. Not the user's `PATH`: what is found there need not be what its name says.
const FOLDERS: [&str; 2] = ["/usr/bin", "/bin"];

/// A program of this machine and its path in the root.
pub(crate) struct Program {
    pub(crate) file: PathBuf,
    pub(crate) place: String,
}

/// Those that this machine has, in a fixed order.
pub(crate) fn programs() -> Vec<Program> {
    let find = |name: &&str| {
        let mut files = FOLDERS.iter().map(|folder| Path::new(folder).join(name));
        // Scripts say that it is there.
        let place = if *name == "sh" { "bin/sh".to_owned() } else { format!("usr/bin/{name}") };
        files.find(|file| file.is_file()).map(|file| Program { file, place })
    };
    PROGRAMS.iter().filter_map(find).collect()
}
