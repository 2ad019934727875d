//! What answers cost, and when to stop.

use std::collections::HashSet;

use assay_store::{Store, StoreError};
use assay_types::Digest;
use serde::Deserialize;

use crate::{KnownCost, Price, Questions};

/// What all that a protocol's models were asked for costs. What is under way counts with the most that it can cost, so that the
/// limit is kept whatever comes back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spend {
    limit: Option<f64>,
    spent: KnownCost,
    under_way: f64,
}

/// What of an attempt's record says what was paid for it.
#[derive(Deserialize)]
struct Paid {
    protocol: Digest,
    #[serde(default)]
    cost: Option<f64>,
}

/// Whether a request may be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Payable {
    Yes,
    /// When what is under way has turned out cheaper, perhaps.
    Later,
    No,
}

impl Spend {
    /// Starts with what the store says was spent: on all attempts that were made under the protocol of these questions, whichever
    /// of its models was asked, and on other attempts at their answers. Those of faults count, where they were paid for.
    pub fn of<'a>(
        limit: Option<f64>,
        questions: impl IntoIterator<Item = &'a Questions>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let (mut protocols, mut keys, mut has_price) = (HashSet::new(), HashSet::new(), false);
        for questions in questions {
            has_price |= questions.has_price();
            protocols.insert(questions.protocol());
            keys.extend(questions.wanted.iter().map(|question| question.key.as_bytes().as_slice()));
        }
        let mut spent = KnownCost::default();
        // Without a price nobody says what was spent, and a log can be long.
        if has_price {
            store.each_attempt(|key, answered, Paid { protocol, cost }| {
                let is_meant = protocols.contains(&protocol) || keys.contains(key);
                if is_meant && (answered || cost.is_some()) {
                    spent.add(cost);
                }
            })?;
        }
        Ok(Self { limit, spent, under_way: 0.0 })
    }

    /// What was spent, as far as it is known. A limit is one of what is known.
    #[must_use]
    pub fn spent(&self) -> KnownCost {
        self.spent
    }

    /// Starts with what a test says is spent already.
    #[cfg(test)]
    pub(super) fn new(limit: Option<f64>, spent: f64) -> Self {
        Self { limit, spent: KnownCost { known: spent, without_price: 0 }, under_way: 0.0 }
    }

    pub(super) fn payable(&self, most: f64) -> Payable {
        // Sums of costs are a little off; that must not stop an answer that is just within the limit.
        match self.limit.map(|limit| limit * (1.0 + 1e-9)) {
            Some(limit) if self.spent.known + most > limit => Payable::No,
            Some(limit) if self.spent.known + self.under_way + most > limit => Payable::Later,
            _ => Payable::Yes,
        }
    }

    pub(super) fn begin(&mut self, most: f64) {
        self.under_way += most;
    }

    /// An attempt has ended, at this cost.
    pub(super) fn end(&mut self, most: f64, cost: KnownCost) {
        self.under_way = (self.under_way - most).max(0.0);
        self.spent.add_all(cost);
    }
}

/// The most that a request can cost: what it can hold by the rule of [`crate::estimate::most_tokens`], and the longest answer.
pub(super) fn most(price: Option<Price>, most_input: u64, max_tokens: u32) -> f64 {
    price.map_or(0.0, |price| price.of(most_input, u64::from(max_tokens)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_even_if_all_that_is_under_way_costs_the_most() {
        let mut spend = Spend::new(Some(10.0), 4.0);
        assert_eq!(spend.payable(3.0), Payable::Yes);
        spend.begin(3.0);
        spend.begin(3.0);
        assert_eq!(spend.payable(1.0), Payable::Later);
        spend.end(3.0, KnownCost::of(Some(0.5)));
        assert_eq!(spend.payable(1.0), Payable::Yes);
        spend.end(3.0, KnownCost::of(Some(3.0)));
        assert_eq!((spend.payable(2.0), spend.payable(3.0)), (Payable::Yes, Payable::No));
        spend.end(0.0, KnownCost::default());
        assert!((spend.spent().known - 7.5).abs() < 1e-12 && spend.spent().without_price == 0);
        assert_eq!(Spend::default().payable(1e9), Payable::Yes);
    }
}
