//! From history to candidates.

mod miner;
mod threads;

use std::path::Path;

use assay_types::Category;
use gix::ObjectId;

use crate::candidate::Candidate;
use crate::dates::Day;
use crate::ecosystem::Ecosystem;
use crate::error::MineError;
use crate::history::{History, Step};
use crate::issues::Issues;
use crate::left_out::LeftOut;
use threads::judged_steps;

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Mining<'a> {
    /// Changes committed on this day or later.
    pub since: Option<Day>,
    /// Changes committed before this day.
    pub before: Option<Day>,
    /// Exported issues.
    pub issues: Option<&'a Issues>,
    /// The language and its tools.
    pub ecosystem: &'a dyn Ecosystem,
}

/// Told how far it is.
pub trait Progress {
    /// So many steps of history are to be looked at.
    fn begin(&self, steps: usize);
    /// One more was.
    fn advance(&self);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: usize) {}
    fn advance(&self) {}
}

/// What came of a repository.
#[derive(Debug, Clone)]
pub struct Mined {
    /// The newest commit, from which the walk began.
    pub head: String,
    /// How many commits are on the way of first parents.
    pub steps: usize,
    /// How many of them are merges.
    pub merges: usize,
    /// What may become a task, the newest first. Parked ones are among them.
    pub candidates: Vec<Candidate>,
    /// Each other commit with its reason, the newest first.
    pub left_out: Vec<(String, LeftOut)>,
}

impl Mined {
    /// How many commits were left out for a reason.
    #[must_use]
    pub fn count(&self, reason: LeftOut) -> usize {
        self.left_out.iter().filter(|(_, found)| *found == reason).count()
    }

    /// Candidates of a category, parked or not.
    pub fn of(&self, category: Category) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(move |candidate| candidate.category == category)
    }
}

/// Mines a local repository. Steps are looked at by as many threads as the machine has processors; what comes of it does not hang on
/// them.
pub fn mine(path: &Path, mining: &Mining, progress: &dyn Progress) -> Result<Mined, MineError> {
    let history = History::open(path)?;
    let head = history.head()?;
    let steps = first_parents(&history, head)?;
    progress.begin(steps.len());
    let mut mined = Mined {
        head: head.to_string(),
        steps: steps.len(),
        merges: steps.iter().filter(|step| step.parents.len() > 1).count(),
        candidates: Vec::new(),
        left_out: Vec::new(),
    };
    for (step, judged) in steps.iter().zip(judged_steps(path, mining, &steps, progress)?) {
        match judged {
            Ok(candidate) => mined.candidates.push(candidate),
            Err(reason) => mined.left_out.push((step.id.to_string(), reason)),
        }
    }
    Ok(mined)
}

/// The commits on the way of first parents, the newest first.
fn first_parents(history: &History, head: ObjectId) -> Result<Vec<Step>, MineError> {
    let mut steps = Vec::new();
    let mut next = Some(head);
    while let Some(step) = next.map(|id| history.step(id)).transpose()?.flatten() {
        next = step.parents.first().copied();
        steps.push(step);
    }
    Ok(steps)
}
