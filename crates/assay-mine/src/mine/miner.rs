//! One step of history: a candidate, or the reason why not.

use super::Mining;
use super::threads::{Judged, Shared};
use crate::candidate::{Candidate, SCHEMA_VERSION, Statement, StatementSource};
use crate::category::category;
use crate::change::{Change, MOST_FILES, Touched};
use crate::dates::written;
use crate::error::MineError;
use crate::history::{History, Step};
use crate::left_out::LeftOut;
use crate::licence::{is_licence_file, is_permissive};
use crate::message::Message;
use crate::statement::{Material, leaks};
use assay_types::Category;

/// The most commits of a merged branch whose messages are read.
const MOST_MERGED: usize = 50;
/// The most bytes of a licence file.
const LICENCE_BYTES: u64 = 1 << 20;

/// Looks at steps, one after the other.
pub(super) struct Miner<'a> {
    pub(super) history: &'a History,
    pub(super) shared: &'a Shared<'a>,
    pub(super) mining: &'a Mining<'a>,
}

impl Miner<'_> {
    /// What becomes of a step; `before` is its first parent, if that is here.
    pub(super) fn candidate(&self, step: &Step, before: Option<&Step>) -> Result<Judged, MineError> {
        if !self.is_in_time(step) {
            return Ok(Err(LeftOut::OutsideDates));
        }
        let Some(before) = before else {
            let reason = if step.parents.is_empty() { LeftOut::FirstCommit } else { LeftOut::ParentMissing };
            return Ok(Err(reason));
        };
        let differences = self.history.differences(before.tree, step.tree)?;
        let touched = Touched::of(&differences, self.mining.ecosystem);
        match (touched.source, touched.tests) {
            (0, 0) => return Ok(Err(LeftOut::NeitherSourceNorTests)),
            (0, _) => return Ok(Err(LeftOut::TestsOnly)),
            _ if touched.all > MOST_FILES => {
                let reason = if touched.tests == 0 { LeftOut::SourceOnly } else { LeftOut::TooLarge };
                return Ok(Err(reason));
            }
            _ => {}
        }
        let message = self.message(step)?;
        // Without tests only a preventive change counts, and that is told by its message: most steps end here, unread.
        let may_be_preventive = || category(&message, &Change::default(), self.mining.ecosystem);
        if touched.tests == 0
            && !may_be_preventive().is_ok_and(|(category, _)| category == Category::Preventive)
        {
            return Ok(Err(LeftOut::SourceOnly));
        }
        let Some(licence) = self.licence(step)? else { return Ok(Err(LeftOut::Licence)) };
        if message.reverts() {
            return Ok(Err(LeftOut::Revert));
        }
        if message.releases() {
            return Ok(Err(LeftOut::Release));
        }
        let change = match Change::read(self.history, &differences, self.mining.ecosystem)? {
            Ok(change) => change,
            Err(reason) => return Ok(Err(reason)),
        };
        Ok(self.judged(step, before, &message, change, licence))
    }

    /// The candidate that a change makes, as far as its text decides.
    fn judged(
        &self,
        step: &Step,
        before: &Step,
        message: &Message,
        change: Change,
        licence: String,
    ) -> Judged {
        let ecosystem = self.mining.ecosystem;
        let found = category(message, &change, ecosystem);
        let preventive = found.as_ref().is_ok_and(|(category, _)| *category == Category::Preventive);
        if change.test_patch.is_empty() && !preventive {
            return Err(LeftOut::SourceOnly);
        }
        if !preventive && change.added_tests.iter().all(|line| line.trim().is_empty()) {
            return Err(LeftOut::TestsOnlyLose);
        }
        if !preventive && change.runner.is_none() {
            return Err(LeftOut::NoRunner);
        }
        let (category, evidence) = found?;
        let statement = self.statement(message, &change, category)?;
        let parked =
            preventive.then(|| "preventive: waits for an oracle of structural properties".to_owned());
        let mut candidate = Candidate {
            schema_version: SCHEMA_VERSION,
            id: String::new(),
            ecosystem: ecosystem.name().to_owned(),
            runner: change.runner.map(str::to_owned),
            licence,
            parent: before.id.to_string(),
            fix: step.id.to_string(),
            parent_committed: written(before.seconds),
            fix_committed: written(step.seconds),
            category,
            evidence,
            parked,
            statement,
            source_patch: change.source_patch,
            test_patch: change.test_patch,
            other_files: change.others,
        };
        candidate.id = candidate.content_id();
        Ok(candidate)
    }

    fn is_in_time(&self, step: &Step) -> bool {
        self.mining.since.is_none_or(|day| step.seconds >= day.begins())
            && self.mining.before.is_none_or(|day| step.seconds < day.begins())
    }

    /// The statement: of the issue that the change closes, where it is known; else of the message.
    fn statement(
        &self,
        message: &Message,
        change: &Change,
        category: Category,
    ) -> Result<Statement, LeftOut> {
        let known = |number: &u64| self.mining.issues.and_then(|issues| issues.get(*number));
        let issue = message.closes.iter().find_map(known);
        let own = message.text();
        let (text, source) = match issue {
            Some(text) => (text, StatementSource::Issue),
            None => (own.as_str(), StatementSource::Message),
        };
        let ecosystem = self.mining.ecosystem;
        let names = change.names_of_the_fix(ecosystem);
        let known =
            [&change.old_code, &change.test_code].map(|code| code.of(ecosystem)).concat().to_lowercase();
        let material = Material {
            text,
            source,
            // The subjects of merged commits are all of them in the imperative.
            without_instructions: source == StatementSource::Message
                && category == Category::Corrective
                && !message.is_of_several,
            added: &change.added_source,
            names: &names,
            known: &known,
        };
        let statement = material.statement().ok_or(LeftOut::StatementTooShort)?;
        if leaks(&statement) { Err(LeftOut::StatementLeaks) } else { Ok(statement) }
    }

    /// A step's message; a merge's says what it merges.
    fn message(&self, step: &Step) -> Result<Message, MineError> {
        let own = self.history.message(step.id)?;
        let Some(merged) = step.parents.get(1) else { return Ok(Message::of(&own)) };
        let mut messages = Vec::new();
        let mut next = Some(*merged);
        while let Some(id) =
            next.filter(|id| messages.len() < MOST_MERGED && !self.shared.mainline.contains(id))
        {
            let Some(commit) = self.history.step(id)? else { break };
            // A merge of the main line into the branch says nothing of the branch.
            if commit.parents.len() < 2 {
                messages.push(self.history.message(id)?);
            }
            next = commit.parents.first().copied();
        }
        messages.reverse();
        Ok(Message::of_merge(&own, &messages))
    }

    /// The permissive licence of the repository at a step. Where several licence files name several, all must be permissive.
    fn licence(&self, step: &Step) -> Result<Option<String>, MineError> {
        let mut found = Vec::new();
        for id in self.history.root_files(step.tree, is_licence_file)? {
            let Some(text) = self.history.blob(id, LICENCE_BYTES)? else { return Ok(None) };
            match self.shared.licences().identifier(&text) {
                Some(identifier) if is_permissive(&identifier) => found.push(identifier),
                _ => return Ok(None),
            }
        }
        found.sort();
        found.dedup();
        Ok((!found.is_empty()).then(|| found.join(" AND ")))
    }
}
