//! Why mining ends without a result.

use std::path::PathBuf;

/// Why mining ends without a result.
#[derive(Debug, thiserror::Error)]
pub enum MineError {
    /// There is no repository.
    #[error("{}: no git repository can be read there: {problem}\n  name the folder of a local clone with its full history", path.display())]
    Open {
        /// The folder.
        path: PathBuf,
        /// What git's reader says.
        problem: String,
    },
    /// Its history cannot be read on.
    #[error("{}: the history cannot be read at {object}: {problem}\n  `git fsck` says what is damaged or missing; a partial clone does not do", path.display())]
    History {
        /// The folder.
        path: PathBuf,
        /// The object that was asked for.
        object: String,
        /// What git's reader says.
        problem: String,
    },
    /// The file of exported issues cannot be read.
    #[error("{}:{line}: {problem}\n  each line is an object with `number`, `title` and `body`", path.display())]
    Issues {
        /// The file.
        path: PathBuf,
        /// Its line, from 1; 0 for the whole.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}
