//! `assay mine`: from history to candidates.

use std::process::ExitCode;

use assay_mine::{
    Category, Issues, LeftOut, Mined, Mining, MiningDocument, Python, candidate_lines, left_out_lines, mine,
};

use crate::arguments::{Common, Mine, MineFormat};
use crate::failure::Failure;
use crate::output;
use crate::progress::Counting;

pub(crate) fn run(arguments: &Mine, common: &Common) -> Result<ExitCode, Failure> {
    let issues = arguments.issues.as_deref().map(Issues::read).transpose()?;
    if let Some(folder) = &arguments.out {
        output::prepare_folder(folder)?;
    }
    let mining = Mining {
        since: arguments.since,
        before: arguments.before,
        issues: issues.as_ref(),
        ecosystem: &Python,
    };
    let progress = Counting::new("commits", common.quiet);
    let mined = mine(&arguments.repository, &mining, &progress)?;
    progress.end();
    let document = MiningDocument::of(&mined);
    let json = format!("{}\n", serde_json::to_string_pretty(&document).map_err(unwritable)?);
    if let Some(folder) = &arguments.out {
        let candidates = candidate_lines(&mined.candidates).map_err(unwritable)?;
        output::write_file(&folder.join("candidates.jsonl"), candidates.as_bytes())?;
        output::write_file(
            &folder.join("left_out.jsonl"),
            left_out_lines(&mined).map_err(unwritable)?.as_bytes(),
        )?;
        output::write_file(&folder.join("mining.json"), json.as_bytes())?;
    }
    let text = if arguments.format == MineFormat::Json { json } else { table(&mined) };
    output::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// JSON of plain data does not fail; if it does, nothing was written.
fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Write { path: "mining.json".into(), source: error.into() }
}

fn table(mined: &Mined) -> String {
    let mut text =
        format!("{} commits from {}, {} of them merges\n\n", mined.steps, short(&mined.head), mined.merges);
    let mut line = |count: usize, words: &str| text += &format!("{count:>7}  {words}\n");
    for category in Category::ALL {
        let of = |parked: bool| {
            mined.of(category).filter(|candidate| candidate.parked.is_some() == parked).count()
        };
        line(of(false), category.word());
        if of(true) > 0 {
            line(of(true), &format!("{}, parked: there is no oracle yet", category.word()));
        }
    }
    text += "\nleft out:\n";
    for reason in LeftOut::ALL {
        let count = mined.count(reason);
        if count > 0 {
            text += &format!("{count:>7}  {}\n", reason.words());
        }
    }
    text
}

fn short(commit: &str) -> String {
    commit.chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_candidates_and_reasons() {
        let mined = Mined {
            head: "0123456789abcdef0123".to_owned(),
            steps: 3,
            merges: 1,
            candidates: Vec::new(),
            left_out: vec![
                ("a".to_owned(), LeftOut::TestsOnly),
                ("b".to_owned(), LeftOut::TestsOnly),
                ("c".to_owned(), LeftOut::FirstCommit),
            ],
        };
        insta::assert_snapshot!(table(&mined), @r"
        3 commits from 0123456789ab, 1 of them merges

              0  corrective
              0  adaptive
              0  perfective
              0  preventive

        left out:
              1  first commit of all
              2  changes tests alone
        ");
    }
}
