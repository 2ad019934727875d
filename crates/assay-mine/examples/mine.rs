//! What mining a repository comes to, as `assay mine --format json` says it, and the candidates if a second path is given: the
//! other half of `evidence/mining.py`.

use std::path::Path;

use assay_mine::{Mining, MiningDocument, Python, Silent, candidate_lines, mine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let repository = arguments.next().ok_or("which repository?")?;
    let mining = Mining { since: None, before: None, issues: None, ecosystem: &Python };
    let mined = mine(Path::new(&repository), &mining, &Silent)?;
    if let Some(path) = arguments.next() {
        std::fs::write(path, candidate_lines(&mined.candidates)?)?;
    }
    serde_json::to_writer(std::io::stdout().lock(), &MiningDocument::of(&mined))?;
    Ok(())
}
