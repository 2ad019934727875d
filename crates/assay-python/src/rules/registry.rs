//! What a rule is, and all of them.

use super::finding::Finding;
use super::inconsistent_return::InconsistentReturn;
use super::invalid_name::InvalidName;
use super::lambda_assignment::LambdaAssignment;
use super::profile::StaticProfile;
use super::redefined_builtin::RedefinedBuiltin;
use super::redefined_loop_name::RedefinedLoopName;
use super::redefined_outer_name::RedefinedOuterName;
use super::reduced_lambda::ReducedLambda;
use super::returned_condition::ReturnedCondition;
use super::superfluous_else::SuperfluousElse;
use super::type_comparison::TypeComparison;
use super::undefined_loop_variable::UndefinedLoopVariable;
use super::undefined_variable::UndefinedVariable;
use super::unnecessary_lambda::UnnecessaryLambda;
use super::unnecessary_pass::UnnecessaryPass;
use crate::semantics::{NodeId, Resolution, Scopes, Tree, Values};

/// A module as rules see it.
pub struct Subject<'s> {
    pub(crate) tree: &'s Tree<'s>,
    pub(crate) scopes: &'s Scopes<'s>,
    pub(crate) reads: &'s [(NodeId, &'s str, Resolution)],
    pub(crate) values: &'s Values<'s, 's>,
    pub(crate) profile: StaticProfile,
}

/// Where rules put what they flag.
pub struct Findings<'s> {
    pub(super) tree: &'s Tree<'s>,
    pub(super) check: &'static str,
    pub(super) rule: &'static str,
    pub(super) flagged: Vec<Finding>,
    pub(super) undecided: Vec<Finding>,
}

impl Findings<'_> {
    /// Flags a node under one of Pylint's ids.
    pub(crate) fn flag(&mut self, at: NodeId, pylint: &'static str, message: String) {
        let finding = self.finding(at, Some(pylint), message);
        self.flagged.push(finding);
    }

    /// Flags a node for something that Pylint has no message for.
    pub(crate) fn flag_own(&mut self, at: NodeId, message: String) {
        let finding = self.finding(at, None, message);
        self.flagged.push(finding);
    }

    /// Notes that a node may have to be flagged.
    pub(crate) fn undecided(&mut self, at: NodeId, pylint: &'static str, message: String) {
        let finding = self.finding(at, Some(pylint), message);
        self.undecided.push(finding);
    }

    fn finding(&self, at: NodeId, pylint: Option<&'static str>, message: String) -> Finding {
        let start = self.tree.start(at);
        Finding {
            line: self.tree.line_at(start),
            column: self.tree.column_at(start),
            check: self.check,
            rule: self.rule,
            pylint,
            message,
        }
    }
}

/// Something that is judged in every module.
pub trait Rule: Sync {
    /// The check that it counts for, by its name in reports.
    fn check(&self) -> &'static str;
    /// Its own name.
    fn name(&self) -> &'static str;
    /// What it flags, in a sentence or two.
    fn says(&self) -> &'static str;
    /// Pylint's ids that it equals; none where Pylint has no such message.
    fn pylint(&self) -> &'static [&'static str];
    /// Whether it judges by a profile at all; by every one unless said otherwise.
    fn applies(&self, _profile: StaticProfile) -> bool {
        true
    }
    /// Programs that it flags.
    fn bad(&self) -> &'static [&'static str];
    /// Programs that it does not flag.
    fn good(&self) -> &'static [&'static str];
    /// Flags what is to be flagged.
    fn judge(&self, subject: &Subject, findings: &mut Findings);
}

/// All rules.
pub static RULES: &[&dyn Rule] = &[
    &UndefinedVariable,
    &UndefinedLoopVariable,
    &SuperfluousElse,
    &UnnecessaryPass,
    &ReturnedCondition,
    &TypeComparison,
    &LambdaAssignment,
    &UnnecessaryLambda,
    &ReducedLambda,
    &RedefinedLoopName,
    &RedefinedOuterName,
    &RedefinedBuiltin,
    &InvalidName,
    &InconsistentReturn,
];
